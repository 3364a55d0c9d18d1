import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'

let starting: Promise<Browser> | null = null

/** The one browser of a run; every test gets a context of its own, with nothing stored in it. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  starting ??= chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const browser = await starting
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'es-ES',
    ...options,
  })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

export async function closeBrowser(): Promise<void> {
  await (await starting)?.close()
  starting = null
}
