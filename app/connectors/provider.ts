import type { ClientCertificate } from '#app/connectors/client/client_certificate'
import type { ProviderAnswer, ProviderClient, ProviderRequest } from '#app/connectors/client/provider_client'

/** A field of the credentials of a connection: written by people, never shown again. */
export type CredentialField = {
  /** Its name in the encrypted credentials. */
  key: string
  /** Spanish, as the form has it. */
  label: string
  kind: 'text' | 'secret' | 'pem'
  isNeeded: boolean
  help?: string
}

/** What people choose for a connection whose credentials reach more than one of it: no secret, kept in its settings by key. */
type ChoiceField = {
  key: string
  /** Spanish, as the form has them. */
  label: string
  help: string
  /** What it looks like, and what is said of anything else. */
  pattern: RegExp
  message: string
}

/** What people know of a connection and its provider does not tell: yes or no, kept in its settings by key, true alone. */
type SwitchField = { key: string; label: string; help: string }

/** At most so many requests in any window of so many seconds. */
export type RateLimit = { requests: number; seconds: number }

export type Environment = 'sandbox_local' | 'sandbox' | 'live'

/** The credentials of a connection in the clear: only inside the frame and the provider's own code, never in a page or a log. */
export type Credentials = Readonly<Record<string, string>>

/** What authorises requests for a while. Instants in ISO; null where the provider does not say. */
export type Tokens = {
  accessToken: string
  /** When the access token ends; it is renewed at four fifths of its life. */
  accessExpiresAt: string | null
  refreshToken: string | null
  /** When people have to consent anew; they are warned fourteen days before. */
  consentExpiresAt: string | null
}

/** A connection as adapters see it. */
export type Connection = {
  id: number
  provider: string
  siteId: number
  label: string
  environment: Environment
  /** Of the provider's interface, without a slash at the end. */
  baseUrl: string
  /** Switches and keys of the provider's own that are no secret (profile, batch size). */
  settings: Readonly<Record<string, unknown>>
}

/** Asks for tokens outside the rate of the connection and without its authorisation. Throws as ProviderClient does. */
export type BareAsk = (request: ProviderRequest) => Promise<ProviderAnswer>

/** What consent is asked for and how it is completed (OAuth code flow); absent where credentials are all there is. */
export type Consent = {
  /** Keys of the credentials that a person can consent with. */
  needs: readonly string[]
  /** Where the person goes; `state` comes back with them. */
  address: (
    connection: Connection,
    credentials: Credentials,
    back: { redirectUrl: string; state: string }
  ) => string
  /** Turns the code that came back into tokens. */
  complete: (
    connection: Connection,
    credentials: Credentials,
    came: { code: string; redirectUrl: string },
    ask: BareAsk
  ) => Promise<Tokens>
}

/** A token request that was refused for good: people have to consent anew. */
export class ConsentGone extends Error {}

/** Something a provider told by itself: which object it is about, never what to believe of it. */
export type ProviderEvent = {
  /** The provider's own identity of the delivery or event; else made of what it says (type, object, state, instant). */
  externalId: string
  /** In the provider's words: `v1/transactions`, `transfers#state-change`. */
  type: string
  /** What kind of object to read again, in the adapter's words: `transaction`, `transfer`. */
  objectKind: string
  objectId: string
  /** ISO, or null. */
  occurredAt: string | null
}

/** What a test of a connection found. */
export type ConnectionTest = {
  /** Names of what it can reach, for people: «Cuenta principal · ES91 •••• 1332». */
  found: readonly string[]
  /** What it may not do although the product could, in Spanish; empty when nothing is missing. */
  missing: readonly string[]
  /** What there is to choose from, by the key of the choice, where that is more than one. */
  choices?: Readonly<Record<string, readonly { value: string; label: string }[]>>
}

/**
 * A service outside that connections lead to, told by its folder and collected once (`registerProvider`). The frame
 * (states, credentials, tokens, rates, log, webhooks) knows providers only through this.
 */
export type ConnectorProvider = {
  /** `qonto`: in the database, in addresses of webhooks and in the record of exchanges. */
  code: string
  /** «Qonto». */
  title: string
  /** Its pages: `/qontos`, and their route names begin with `qontos`. */
  path: string
  /** Interface of its live service and of its public sandbox. */
  addresses: { live: string; sandbox: string }
  credentials: readonly CredentialField[]
  /** Keys of credentials that go together: at least one of these sets has to be whole. Absent where each field says that it is needed. */
  credentialSets?: readonly (readonly string[])[]
  choices?: readonly ChoiceField[]
  switches?: readonly SwitchField[]
  limits: readonly RateLimit[]
  timeoutMs?: number
  /** Headers that authorise a request. */
  authorise: (
    credentials: Credentials,
    tokens: Tokens | null,
    connection: Connection
  ) => Record<string, string>
  /** Makes or renews tokens; absent where credentials authorise by themselves. Throws ConsentGone when it is refused for good. */
  renew?: (
    connection: Connection,
    credentials: Credentials,
    tokens: Tokens | null,
    ask: BareAsk
  ) => Promise<Tokens>
  consent?: Consent
  /** Shown to the service when a connection is made (mutual TLS); null where the address asks for none. */
  clientCertificate?: (credentials: Credentials, baseUrl: string) => ClientCertificate | null
  /**
   * Throws what the client throws; an answer that says the credentials are not right gives ConsentGone. `tokens` as the client
   * has them: where credentials only read, what is missing hangs on them.
   */
  test: (connection: Connection, client: ProviderClient, tokens: Tokens | null) => Promise<ConnectionTest>
  webhooks: {
    /** Within how many milliseconds it wants an answer. */
    answerWithinMs: number
    /**
     * What a delivery is about; null when its signature or its time (±5 minutes) is not right. `secrets` are all that count
     * now: two while one is being changed.
     */
    read: (
      delivery: { raw: string; headers: Readonly<Record<string, string | undefined>> },
      secrets: readonly string[],
      now: Date
    ) => readonly ProviderEvent[] | null
    /** Nobody is subscribed by credentials alone: a person has to have consented before. */
    needsConsent?: true
    /** Subscribes the address at the provider. Gives the secret that it signs with and the key of the subscription. */
    subscribe?: (
      connection: Connection,
      client: ProviderClient,
      address: string
    ) => Promise<{ secret: string; subscriptionId: string }>
    unsubscribe?: (connection: Connection, client: ProviderClient, subscriptionId: string) => Promise<void>
    /** What it gave up delivering since then; for providers that keep it. */
    missed?: (
      connection: Connection,
      client: ProviderClient,
      subscriptionId: string,
      since: Date
    ) => Promise<readonly ProviderEvent[]>
  }
}

const providers = new Map<string, ConnectorProvider>()

/** Makes a provider known to the frame: once, at boot. */
export function registerProvider(provider: ConnectorProvider): void {
  providers.set(provider.code, provider)
}

/** By its code. Throws for one that nobody knows. */
export function providerOf(code: string): ConnectorProvider {
  const found = providers.get(code)
  if (!found) throw new Error(`No provider is called ${code}`)
  return found
}
