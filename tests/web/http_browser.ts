import { type Person, TEST_PASSWORD } from '#tests/factories/people'
import { codeOf } from '#tests/identity/sign_in_requests'

type Answer = { status: number; location: string | null; text: string; headers: Headers }

/** A browser without a screen: keeps cookies, sends the anti-forgery token, follows no redirect by itself. */
export class HttpBrowser {
  readonly cookies = new Map<string, string>()

  constructor(
    public origin: string,
    private readonly headers: Record<string, string> = {}
  ) {}

  /** Signs in with password and second factor, as a person does. */
  static async signedIn(origin: string, person: Person): Promise<HttpBrowser> {
    const browser = new HttpBrowser(origin)
    await browser.get('/nothing')
    await browser.signIn(person)
    return browser
  }

  /** Password and second factor, with the cookies that are there. */
  async signIn(person: Person): Promise<void> {
    await this.post('/login', { email: person.email, password: TEST_PASSWORD })
    await this.post('/two-factor-challenge', { code: await codeOf(person) })
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('GET', path, { headers })
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('POST', path, { headers, body: JSON.stringify(body) })
  }

  delete(path: string): Promise<Answer> {
    return this.ask('DELETE', path, {})
  }

  /** Headers of a request as this browser would send it. */
  requestHeaders(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? '')
    return { cookie, 'x-xsrf-token': token, ...this.headers }
  }

  private async ask(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string }
  ): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.requestHeaders(),
        referer: `${this.origin}/from-here`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie)
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      text: await answer.text(),
      headers: answer.headers,
    }
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
