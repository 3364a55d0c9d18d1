import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

let starting: Promise<Browser> | null = null

/** The one browser of a run; every test gets a context of its own, with nothing stored in it. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  starting ??= chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const browser = await starting
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    ...options,
  })
  // Long enough for a machine that has other work as well.
  context.setDefaultTimeout(30_000)
  return context.newPage()
}

/** Closes whatever pages are open; the browser stays for the next test. */
export async function closePages(): Promise<void> {
  const contexts = (await starting)?.contexts() ?? []
  await Promise.all(contexts.map((context) => context.close()))
}

export async function closeBrowser(): Promise<void> {
  await (await starting)?.close()
  starting = null
}
