import { minorOf } from '#app/banking/providers/revolut/money'
import type { StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

/** What a request says, or why it cannot be read. */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly code = 2101,
    readonly status = 400
  ) {
    super(message)
  }
}

export type Body = Readonly<Record<string, unknown>>

export function bodyOf({ json }: StandInRequest): Body {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new BadRequest('Request body is not valid JSON')
  return json as Body
}

export function textOf(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new BadRequest(`'${name}' is required`)
  return value
}

export const optionalText = (body: Body, name: string): string | null =>
  typeof body[name] === 'string' && body[name] !== '' ? (body[name] as string) : null

export function partOf(body: Body, name: string): Body {
  const value = body[name]
  if (typeof value !== 'object' || value === null) throw new BadRequest(`'${name}' is required`)
  return value as Body
}

/** A positive amount, in minor units. */
export function amountOf(body: Body, currency: string): number {
  const { amount } = body
  if (typeof amount !== 'number') throw new BadRequest("'amount' is required")
  try {
    const minor = minorOf(amount, currency)
    if (minor > 0) return minor
  } catch {
    // Said below: too many decimals.
  }
  throw new BadRequest(`'amount' is not valid for ${currency}`)
}

/** A number of a query within its limits. */
export function numberOf(
  query: URLSearchParams,
  name: string,
  { max, usual }: { max: number; usual: number }
): number {
  const given = query.get(name)
  if (given === null) return usual
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new BadRequest(`${name} must be between 1 and ${max}`)
  return value
}

/** An instant or a day of a query as it is compared with: to the microsecond. */
export function instantOf(text: string): string {
  const [, base = '', fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  if (base === '') {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new BadRequest(`${text} is not a date`)
    return `${text}T00:00:00.000000Z`
  }
  const second = new Date(Date.parse(`${base}${zone}`)).toISOString().slice(0, 19)
  return `${second}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}
