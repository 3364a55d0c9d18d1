import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { SYSTEM } from '#app/audit/record_event'
import { createUser } from '#app/identity/actions/create_user'
import type { Role } from '#app/identity/roles'
import { currentCode, encryptSecret, newTotpSecret } from '#app/identity/totp'
import { execute } from '#app/kernel/database/sql'

type Answer = { status: number; headers: IncomingHttpHeaders; body: string; ms: number }
const PASSWORD = 'medida-larga-2026'

/** A browser of a signed-in person: keeps cookies and connections, asks for pages as Inertia does. */
export class SignedInBrowser {
  private readonly cookies = new Map<string, string>()
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 })
  private version = ''

  private constructor(private readonly origin: string) {}

  /** Nobody signed in: for what answers anybody. */
  static stranger(origin: string): SignedInBrowser {
    return new SignedInBrowser(origin)
  }

  /** Makes a user who sees every company and signs in: password, then second factor. */
  static async open(origin: string, role: Role = 'superC0ntab1l1dad'): Promise<SignedInBrowser> {
    const email = `medida-${role}-${Date.now()}@prueba.test`
    const secret = newTotpSecret()
    const id = await createUser(
      {
        name: 'Persona Medida',
        email,
        role,
        siteIds: 'all',
        sharedInbox: true,
        password: PASSWORD,
      },
      SYSTEM
    )
    await execute(
      `update users set two_factor_enabled = true, two_factor_secret_enc = :secret, two_factor_confirmed_at = now() where id = :id`,
      { id, secret: encryptSecret(secret) }
    )
    const browser = new SignedInBrowser(origin)
    await browser.ask('GET', '/login')
    await browser.ask('POST', '/login', { email, password: PASSWORD })
    await browser.ask('POST', '/two-factor-challenge', { code: currentCode(secret) })
    const page = await browser.ask('GET', '/invoices')
    browser.version = /(?:&quot;|")version(?:&quot;|"):(?:&quot;|")([^"&]+)/.exec(page.body)?.[1] ?? ''
    if (page.status !== 200 || !browser.version)
      throw new Error(`Signing in ended with ${page.status} and no page version`)
    return browser
  }

  /** A page's props as JSON, or only some of them as a partial reload asks. Throws unless the answer is 200. */
  async visit(path: string, partial?: { component: string; only: string[] }): Promise<Answer> {
    const wanted: Record<string, string> = partial
      ? {
          'x-inertia-partial-component': partial.component,
          'x-inertia-partial-data': partial.only.join(','),
        }
      : {}
    const answer = await this.ask('GET', path, undefined, wanted)
    if (answer.status !== 200 || !answer.headers['x-inertia'])
      throw new Error(`${path} answered ${answer.status}`)
    return answer
  }

  /** Sends a form as a page does, and gives where it leads. Throws unless it is a redirect without a refusal. */
  async send(path: string, form: object): Promise<Answer> {
    const answer = await this.ask('POST', path, form)
    if (answer.status !== 302 && answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }

  /** Sends a file, in the field `file` unless told; gives the answer whatever it is. */
  upload(path: string, name: string, bytes: Buffer, field = 'file'): Promise<Answer> {
    const boundary = `caudal${Date.now()}`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return this.exchange(
      'POST',
      path,
      {
        cookie: this.cookieText(),
        accept: 'text/html, application/xhtml+xml',
        'x-inertia': 'true',
        'x-inertia-version': this.version,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.byteLength),
        'x-xsrf-token': decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? ''),
      },
      body
    )
  }

  private cookieText(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Props that a page asks for after it has come, as Inertia asks for them. Throws unless the answer is 200. */
  async visitDeferred(path: string, component: string, props: string[]): Promise<Answer> {
    const answer = await this.ask('GET', path, undefined, {
      'x-inertia-partial-component': component,
      'x-inertia-partial-data': props.join(','),
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }

  /** What a page asks for beside its props. Throws unless the answer is 200. */
  async call(path: string): Promise<Answer> {
    const answer = await this.ask('GET', path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }

  /** Sends JSON for an answer in JSON. Throws unless the answer is 200. */
  async question(path: string, body: object): Promise<Answer> {
    const answer = await this.ask('POST', path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }

  close(): void {
    this.agent.destroy()
  }

  private ask(
    method: 'GET' | 'POST',
    path: string,
    form?: object,
    extra: Record<string, string> = {}
  ): Promise<Answer> {
    const body = form ? JSON.stringify(form) : ''
    const headers: Record<string, string> = {
      cookie: this.cookieText(),
      accept: 'text/html, application/xhtml+xml',
      ...extra,
    }
    if (this.version)
      Object.assign(headers, {
        'x-inertia': 'true',
        'x-inertia-version': this.version,
        'x-requested-with': 'XMLHttpRequest',
      })
    if (form) {
      const token = decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? '')
      Object.assign(headers, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-xsrf-token': token,
      })
    }
    return this.exchange(method, path, headers, body)
  }

  private exchange(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | Buffer
  ): Promise<Answer> {
    const started = performance.now()
    return new Promise((done, fail) => {
      const asked = request(
        new URL(path, this.origin),
        { method, headers, agent: this.agent },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            for (const cookie of response.headers['set-cookie'] ?? []) this.keep(cookie)
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString('utf8'),
              ms: performance.now() - started,
            })
          })
        }
      )
      asked.on('error', fail)
      asked.end(body)
    })
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
