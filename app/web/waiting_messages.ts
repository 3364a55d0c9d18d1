import { isDeepStrictEqual } from 'node:util'
import type { HttpContext } from '@adonisjs/core/http'
import type { SessionStoreContract, SessionStoreFactory } from '@adonisjs/session/types'

const MESSAGES = '__flash__'

/**
 * Messages for the next page (what was done, what is wrong with a form, the question for a code) wait for a page. What a
 * page asks beside itself, such as the list of a picker, a part that it brings anew, a file or its stream, does not see
 * them; and no request writes over those that an act left since it read the session: either would take them from who
 * pressed the button.
 */
export const messagesWaitForPages =
  (makeStore: SessionStoreFactory): SessionStoreFactory =>
  (ctx, config) =>
    // The test client opens a store without a request.
    ctx ? keepingMessages(makeStore(ctx, config), takesMessages(ctx)) : makeStore(ctx, config)

/** An act on a page, or a whole page that is opened; neither a part of one nor a call for data. */
function takesMessages({ request }: HttpContext): boolean {
  const isAct = request.method() !== 'GET'
  const accepts = request.header('accept') ?? ''
  if (request.header('x-by-itself')) return false
  if (request.header('x-inertia')) return isAct || !request.header('x-inertia-partial-component')
  if (isAct) return !accepts.startsWith('application/json')
  return accepts.includes('text/html') && (request.header('sec-fetch-dest') ?? 'document') === 'document'
}

/** The store as one request sees it. */
function keepingMessages(store: SessionStoreContract, takes: boolean): SessionStoreContract {
  let taken: unknown
  return {
    async read(id) {
      const stored = await store.read(id)
      if (!stored) return null
      const { [MESSAGES]: messages, ...values } = stored
      if (!takes || messages === undefined) return values
      taken = messages
      return { ...values, [MESSAGES]: messages }
    },
    async write(id, values) {
      const stored = (await store.read(id))?.[MESSAGES] as object | undefined
      if (!stored || isDeepStrictEqual(stored, taken)) return store.write(id, values)
      return store.write(id, { ...values, [MESSAGES]: { ...stored, ...(values[MESSAGES] as object) } })
    },
    destroy: (id) => store.destroy(id),
    touch: (id) => store.touch(id),
  }
}
