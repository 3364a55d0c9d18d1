import type { HttpContext } from '@adonisjs/core/http'
import type { SessionConfig, SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { messagesWaitForPages } from '#app/web/waiting_messages'
import { makeUser } from '#tests/factories/people'
import { HttpBrowser } from '#tests/web/http_browser'

const ORIGIN = `http://${process.env.HOST}:${process.env.PORT}`
const PAGE = { 'x-inertia': 'true', 'x-inertia-version': 'test' }
const PART = { ...PAGE, 'x-inertia-partial-component': 'x', 'x-inertia-partial-data': 'jobs' }

/** What a page asks beside itself. */
const BESIDE = {
  'a part of it, brought anew': ['/announcements/manage', PART],
  'the page, by itself, as work on it moves on': [
    '/announcements/create',
    { ...PAGE, 'x-by-itself': 'true' },
  ],
  'the choices of a picker': ['/announcements/manage', { accept: 'application/json' }],
  'its stream, refused': ['/api/jobs/stream', { accept: 'application/json' }],
  'a file': ['/favicon.ico', { accept: 'image/png,*/*' }],
  'a document in a frame': ['/announcements/manage', { accept: 'text/html', 'sec-fetch-dest': 'iframe' }],
} as const

const errorsOf = ({ text }: { text: string }): Record<string, string> =>
  (JSON.parse(text) as { props: { errors: Record<string, string> } }).props.errors

test.group('Messages wait for the page they are for', () => {
  for (const [what, [path, headers]] of Object.entries(BESIDE)) {
    test(`${what} does not take them`, async ({ assert }) => {
      const browser = await HttpBrowser.signedIn(ORIGIN, await makeUser('s1st3ma'))
      await browser.get('/announcements/create', PAGE)

      await browser.post('/announcements', { type: 'feature' })
      await browser.get(path, headers)
      const page = await browser.get('/announcements/create', PAGE)
      const again = await browser.get('/announcements/create', PAGE)

      assert.property(errorsOf(page), 'title')
      assert.deepEqual(errorsOf(again), {})
    })
  }

  test('a call that keeps a preference does not take them', async ({ assert }) => {
    const browser = await HttpBrowser.signedIn(ORIGIN, await makeUser('s1st3ma'))

    await browser.post('/announcements', { type: 'feature' })
    const answer = await browser.post(
      '/user/theme',
      { theme_preference: 'myDarkTheme' },
      { accept: 'application/json' }
    )

    assert.equal(answer.status, 204)
    assert.property(errorsOf(await browser.get('/announcements/create', PAGE)), 'title')
  })

  test('a page opened from its address takes them', async ({ assert }) => {
    const browser = await HttpBrowser.signedIn(ORIGIN, await makeUser('s1st3ma'))

    await browser.post('/announcements', { type: 'feature' })
    await browser.get('/announcements/create', { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' })

    assert.deepEqual(errorsOf(await browser.get('/announcements/create', PAGE)), {})
  })
})

test.group('Messages that come while a request is under way', () => {
  const LEFT = { inputErrorsBag: { step_up: ['Confirme su identidad.'] } }

  /** One session kept for several requests at once. */
  function sessionOf(kept: SessionData) {
    const stored = { data: kept }
    const factory = messagesWaitForPages(() => ({
      read: () => structuredClone(stored.data),
      write: (_id, data) => {
        stored.data = structuredClone(data)
      },
      destroy: () => undefined,
      touch: () => undefined,
    }))
    const ask = (headers: Record<string, string>, method = 'GET') => {
      const request = { method: () => method, header: (name: string) => headers[name] }
      return factory({ request } as unknown as HttpContext, {} as SessionConfig)
    }
    return { stored, ask }
  }

  for (const [what, headers] of Object.entries({ page: PAGE, part: PART })) {
    test(`a slow ${what} does not write over them`, async ({ assert }) => {
      const { stored, ask } = sessionOf({ user: 1, __flash__: { success: 'Guardado.' } })
      const slow = ask(headers)
      const { __flash__: taken, ...values } = (await slow.read('s')) ?? {}
      const act = ask({}, 'POST')
      const { __flash__: _old, ...own } = (await act.read('s')) ?? {}
      await act.write('s', { ...own, __flash__: LEFT })

      await slow.write('s', { ...values, seen: true })

      assert.deepEqual(taken, what === 'page' ? { success: 'Guardado.' } : undefined)
      assert.deepEqual(stored.data, { user: 1, seen: true, __flash__: LEFT })
    })
  }

  test('those that a page took are gone when it writes', async ({ assert }) => {
    const { stored, ask } = sessionOf({ user: 1, __flash__: LEFT })
    const page = ask(PAGE)
    const { __flash__: _taken, ...values } = (await page.read('s')) ?? {}

    await page.write('s', values)

    assert.deepEqual(stored.data, { user: 1 })
  })
})
