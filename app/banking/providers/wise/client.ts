import { paths } from '#app/banking/providers/wise/paths'
import type { WiseProfile } from '#app/banking/providers/wise/words'
import {
  NoAnswer,
  NotSent,
  type ProviderAnswer,
  type ProviderClient,
  type ProviderRequest,
} from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** Of a page of transfers and of activities, the most that Wise gives; of one of recipients it gives fewer. */
export const PAGE = 100
export const RECIPIENTS_PAGE = 20
/** No list of a company is longer than this many pages: more is a cursor that runs in circles. */
export const PAGES_MAX = 2_000
const RETRY_SECONDS = 30

/** An answer that says no: what Wise says of it, by field where it names one. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, string>>,
    /** Wise asked for a second factor of a person; nothing of what was asked has happened. */
    readonly needsPerson: boolean
  ) {
    super(message)
  }
}

/**
 * Asks, and gives what came back as JSON. Throws Refusal for an answer that says no, NotSent for one that says later or that
 * the token no longer counts, NoAnswer for an error of the service and for what cannot be read: Wise answers in JSON alone.
 */
export async function askWise(client: ProviderClient, request: ProviderRequest): Promise<unknown> {
  const answer = await client.ask(request)
  const { status, json } = answer
  if (status === 429)
    throw new NotSent(
      'rate_limited',
      'Wise pide esperar',
      Number(answer.headers['retry-after']) || RETRY_SECONDS
    )
  if (status === 401) throw new NotSent('authorisation_needed', 'Wise no acepta las credenciales', 3_600)
  if (status >= 500 || status === 408) throw new NoAnswer(`Wise respondió ${status}`)
  if (status >= 400) throw refusalOf(answer)
  if (json === undefined && status !== 204) throw new NoAnswer('Wise respondió algo que no se entiende')
  return json
}

/** The same for one thing that may not be there: null when Wise does not know it. */
export async function askForOne(client: ProviderClient, request: ProviderRequest): Promise<unknown> {
  try {
    return await askWise(client, request)
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

/** The same for a list. NoAnswer when it is none. */
export async function askForList<T>(client: ProviderClient, request: ProviderRequest): Promise<T[]> {
  const list = await askWise(client, request)
  if (!Array.isArray(list)) throw new NoAnswer('Wise no respondió una lista')
  return list as T[]
}

/** For what is only read: an answer that says no leaves as little as none. */
export async function mustAnswer<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) throw new NoAnswer(`Wise no lo permite: ${error.message}`, { cause: error })
    throw error
  }
}

/** The company at Wise that the connection stands for: chosen in its settings, else the only one that its token reaches. */
export async function profileOf(connection: Connection, client: ProviderClient): Promise<string> {
  const chosen = connection.settings.profileId
  if (typeof chosen === 'string' || typeof chosen === 'number') return String(chosen)
  const companies = companiesAmong(await listProfiles(client))
  const [only] = companies
  if (!only || companies.length > 1)
    throw new NotSent('not_set_up', 'Elija en la conexión el perfil de empresa de Wise.', 3_600)
  return String(only.id)
}

/** Every profile that the token reaches. */
export const listProfiles = (client: ProviderClient): Promise<WiseProfile[]> =>
  askForList<WiseProfile>(client, { method: 'GET', path: paths.profiles })

/** Those of companies; where there is none, those of people. */
export function companiesAmong(profiles: readonly WiseProfile[]): readonly WiseProfile[] {
  const companies = profiles.filter(({ type }) => type?.toUpperCase() === 'BUSINESS')
  return companies.length > 0 ? companies : profiles
}

/** Whether the connection may fund transfers and read statements: by Wise's consent for partners, or outside Europe. */
export const isPartner = ({ settings }: Connection): boolean => settings.isPartner === true

type ToldError = { code?: unknown; message?: unknown; path?: unknown }

function refusalOf({ status, headers, json }: ProviderAnswer): Refusal {
  const { errors, error, error_description, message } = (json ?? {}) as Record<string, unknown>
  const list = (Array.isArray(errors) ? errors : []) as ToldError[]
  const [first] = list
  const said = [first?.message, message, error_description, error].find((one) => typeof one === 'string')
  return new Refusal(
    status,
    typeof first?.code === 'string' ? first.code : `http_${status}`,
    typeof said === 'string' && said !== '' ? said : `Wise respondió ${status}.`,
    Object.fromEntries(
      list
        .filter(({ path }) => typeof path === 'string' && path !== '')
        .map(({ path, message: told }) => [String(path), typeof told === 'string' ? told : 'No es válido.'])
    ),
    status === 403 && headers['x-2fa-approval'] !== undefined
  )
}
