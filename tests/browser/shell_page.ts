import { configProvider } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { CookieClient } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { SessionClient } from '@adonisjs/session/client'
import type { SessionData, SessionStoreFactory } from '@adonisjs/session/types'
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright'
import { newPage } from '#tests/browser/browser'
import { signedIn } from '#tests/factories/sign_in'

const origin = `http://${process.env.HOST}:${process.env.PORT}`

/** A telephone, as the context of a page. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

type Opened = {
  flash?: Record<string, string>
  context?: BrowserContextOptions
  stored?: Record<string, unknown>
}

/** The frame of the product in a browser: what a person sees of it and does with it. */
export class ShellPage {
  readonly errors: string[] = []

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message))
  }

  static async guest(options: Opened = {}): Promise<ShellPage> {
    return new ShellPage(await newPage(options.context))
  }

  /** A browser in which this user is signed in, by cookie; nothing is open yet. */
  static async of(person: { id: number }, options: Opened = {}): Promise<ShellPage> {
    return ShellPage.withSession(await signedIn(person), options)
  }

  /** A browser whose cookie leads to a session with these values. */
  static async withSession(session: SessionData, options: Opened = {}): Promise<ShellPage> {
    const shell = await ShellPage.guest(options)
    await shell.useSession(session, options.flash ?? {})
    const stored = options.stored
    if (stored) {
      await shell.page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values))
          if (localStorage.getItem(key) === null) localStorage.setItem(key, String(value))
      }, stored)
    }
    return shell
  }

  /** The same, with a page open and its frame in view. */
  static async open(person: { id: number }, path = '/2faSecurity', options: Opened = {}): Promise<ShellPage> {
    const shell = await ShellPage.of(person, options)
    await shell.visit(path)
    return shell
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(path)
    await this.topBar.waitFor()
  }

  private async useSession(values: SessionData, flash: Record<string, string>): Promise<void> {
    const config = await configProvider.resolve<{
      cookieName: string
      stores: Record<string, SessionStoreFactory>
    }>(app, app.config.get('session'))
    const memory = config?.stores.memory as unknown as
      | (() => ConstructorParameters<typeof SessionClient>[0])
      | undefined
    if (!config || !memory) throw new Error('Sessions are not configured')
    const client = new SessionClient(memory())
    client.merge(values)
    client.flash(flash)
    await client.commit()
    const cookies = new CookieClient(await app.container.make(Encryption))
    const value = cookies.sign(config.cookieName, client.sessionId) ?? ''
    await this.page
      .context()
      .addCookies([{ name: config.cookieName, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  }

  get topBar(): Locator {
    return this.page.locator('header').first()
  }

  get drawer(): Locator {
    return this.page.getByRole('navigation', { name: 'Menú principal' })
  }

  get userItem(): Locator {
    return this.drawer.getByRole('button').first()
  }

  get search(): Locator {
    return this.page.getByRole('combobox', { name: 'Buscar en el menú' })
  }

  get results(): Locator {
    return this.page.getByRole('listbox', { name: 'Pantallas' })
  }

  get options(): Locator {
    return this.results.getByRole('option')
  }

  get selected(): Locator {
    return this.results.getByRole('option', { selected: true })
  }

  get modal(): Locator {
    return this.page.getByRole('dialog', { name: 'Anuncios' })
  }

  get bell(): Locator {
    return this.topBar.getByRole('button', { name: /anuncios nuevos|nuevos anuncios/ })
  }

  get theme(): Locator {
    return this.topBar.getByRole('button', { name: /^Modo (Claro|Oscuro)$/ })
  }

  get toasts(): Locator {
    return this.page.locator('.mantine-Notification-root')
  }

  get isDark(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.classList.contains('dark'))
  }

  button(name: string): Locator {
    return this.modal.getByRole('button', { name, exact: true })
  }

  /** Titles in the drawer, in order. */
  entries(): Promise<string[]> {
    return this.drawer.getByRole('link').allInnerTexts()
  }

  stored(key: string): Promise<unknown> {
    return this.page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, key)
  }

  /** Every call of these paths is answered with a failure of the server. */
  async failing(...paths: string[]): Promise<Request[]> {
    const failed: Request[] = []
    for (const path of paths) {
      await this.page.route(`**${path}`, (route) => {
        failed.push(route.request())
        return route.fulfill({ status: 500, body: '' })
      })
    }
    return failed
  }

  /** Requests made from now on whose path contains a text. */
  requests(text: string): Request[] {
    const seen: Request[] = []
    this.page.on('request', (request) => {
      if (new URL(request.url()).pathname.includes(text)) seen.push(request)
    })
    return seen
  }

  /** The clock of the page and of those after it stands still until `page.clock.runFor`: waits are its, not the machine's. */
  async stopClock(): Promise<void> {
    await this.page.clock.install()
    await this.page.clock.pauseAt(Date.now() + 60_000)
  }
}
