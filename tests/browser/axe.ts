import AxeSource from 'axe-core'
import type { Page } from 'playwright'

type Violation = { id: string; impact: string; nodes: { html: string }[] }
type Axe = { run: (part: string, options: object) => Promise<{ violations: Violation[] }> }

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const SETTLED_MS = 400
const EVERYTHING = {}
const COLOURS = { runOnly: ['color-contrast'] }

/** The style sheets of a page are its own: to fetch and read them again costs as much as the rest. */
const OPTIONS = { resultTypes: ['violations'], preload: false }
/** Rows of a list are drawn by one piece: ten of them tell what all do, and a long list would take a minute. */
const REPEATED =
  'main tbody > tr:nth-of-type(n + 11), main ul > li:nth-of-type(n + 11) { display: none !important }'
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'

/**
 * What is looked at in which view. The dark changes nothing on a desk but colours, and a telephone shows other pieces of
 * a page in colours of the same two themes: a fourth view would cost a quarter more to say the same.
 */
const VIEWS = [
  { size: PHONE, scheme: 'dark', rules: EVERYTHING },
  { size: WIDE, scheme: 'dark', rules: COLOURS },
  { size: WIDE, scheme: 'light', rules: EVERYTHING },
]

/**
 * Serious and critical findings of axe on the page in view, on a desk and on a telephone, in the light and in the dark,
 * each with its page, theme and width; `within` a part of it alone. Leaves the page as it was first, wide and light.
 */
export async function seriousFindings(
  page: Page,
  label = new URL(page.url()).pathname,
  widths = [PHONE.width, WIDE.width],
  within = 'html'
): Promise<string[]> {
  await page.evaluate(AxeSource.source)
  await page.addStyleTag({ content: STILL })
  const shortened = await page.addStyleTag({ content: REPEATED })
  const found: string[] = []
  for (const { size, scheme, rules } of VIEWS.filter((view) => widths.includes(view.size.width))) {
    await page.setViewportSize(size)
    await page.locator('html').evaluate(async (html, value) => {
      html.setAttribute('data-mantine-color-scheme', value)
      html.classList.toggle('dark', value === 'dark')
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    }, scheme)
    // What is found is looked for again: a page that is still being drawn has colours of both themes for a moment.
    if ((await violationsNow(page, rules, within)).length === 0) continue
    await page.waitForTimeout(SETTLED_MS)
    for (const { id, nodes } of await violationsNow(page, rules, within))
      found.push(`${label} ${scheme} ${size.width} ${id}: ${nodes[0]?.html.slice(0, 200)}`)
  }
  await shortened.evaluate((style) => style.parentNode?.removeChild(style))
  return found
}

async function violationsNow(page: Page, rules: object, within: string): Promise<Violation[]> {
  const { violations } = await page.evaluate(
    ({ part, options }) => (window as unknown as { axe: Axe }).axe.run(part, options),
    { part: within, options: { ...OPTIONS, ...rules } }
  )
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}
