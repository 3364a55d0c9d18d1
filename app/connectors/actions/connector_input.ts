import type { ConnectionTest, Environment } from '#app/connectors/provider'

/** Credentials as people write them in a form, by the key of their field. */
export type GivenCredentials = Readonly<Record<string, string>>

export type NewConnector = {
  provider: string
  siteId: number
  label: string
  environment: Environment
  /** Null for the address that the provider has for the environment; one is needed for the local stand-in. */
  baseUrl: string | null
  credentials: GivenCredentials
  settings?: Record<string, unknown>
}

/** What came of asking a connection for what it can reach; a message for people where it could not be asked. */
export type TestOutcome = { test: ConnectionTest; message: null } | { test: null; message: string }
