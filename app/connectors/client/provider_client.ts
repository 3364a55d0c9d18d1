/** What is asked of a provider over HTTP. */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the connection, or a whole address where the provider has another host for it (tokens). */
  path: string
  /** In this order; an array gives the name several times (`iban[]`). */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: RequestBody
  /** False for what carries its own authorisation or none (the call for a token). True unless told. */
  isAuthorised?: false
}

export type RequestBody =
  | { kind: 'json'; value: unknown; contentType?: string }
  | { kind: 'form'; value: Readonly<Record<string, string>> }
  | { kind: 'text'; text: string; contentType: string }
  | { kind: 'multipart'; parts: readonly Part[] }

export type Part =
  | { name: string; value: string }
  | { name: string; fileName: string; contentType: string; bytes: Uint8Array }

/** What came back, whatever its status. `json` is undefined when the body is none that can be read as JSON. */
export type ProviderAnswer = {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  text: string
  json: unknown
}

/**
 * Asks a provider for one connection. The frame behind it (`open_client.ts`) keeps within the provider's rates, waits out
 * `Retry-After`, renews the token once after a 401, notes each call and records it; adapters only know this.
 * Throws NotSent when nothing has left, NoAnswer when it may have arrived; any answer with a status is given back.
 */
export type ProviderClient = {
  ask: (request: ProviderRequest) => Promise<ProviderAnswer>
}

/** Why a request never left; `not_set_up` is told in its message, in Spanish: people have to choose something first. */
export type NotSentReason =
  | 'rate_limited'
  | 'no_connection'
  | 'not_active'
  | 'not_set_up'
  | 'authorisation_needed'

/** The request has certainly not reached the provider. */
export class NotSent extends Error {
  constructor(
    readonly reason: NotSentReason,
    message: string,
    /** When it is worth trying again. */
    readonly afterSeconds = 30
  ) {
    super(message)
  }
}

/** The request left and nothing readable came back: the provider may have acted on it. */
export class NoAnswer extends Error {}
