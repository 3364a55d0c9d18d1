import { COUNTRIES, fieldsOf } from '#app/banking/providers/revolut/stand_in/counterparty_fields'
import {
  BadRequest,
  type Body,
  bodyOf,
  instantOf,
  numberOf,
  optionalText,
  textOf,
} from '#app/banking/providers/revolut/stand_in/read_request'
import { notFound, route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import { noContent, ok, present, refuse } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { WireCounterparty, WireCounterpartyAccount } from '#app/banking/providers/revolut/wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'
import { isValidIban } from '#app/kernel/identifiers/iban'

const PAGE = { max: 1000, usual: 100 }
const NUMBERS = ['account_no', 'iban', 'sort_code', 'routing_number', 'bic', 'route', 'address'] as const

/** Whom the business pays. */
export const counterpartyRoutes = (bank: ToBank): StandInRoute[] => [
  route('GET /counterparties', 'counterparties.list', ({ query }) => {
    const limit = numberOf(query, 'limit', PAGE)
    if (query.has('bic') && !query.has('iban'))
      throw new BadRequest('bic param can be used only combined with iban param')
    return ok(chosen(bank().state.counterparties, query).slice(0, limit))
  }),
  route('GET /counterparties/countries', 'counterparties.countries', () =>
    ok({ countries: Object.entries(COUNTRIES).map(([country, currencies]) => ({ country, currencies })) })
  ),
  route('GET /counterparties/fields', 'counterparties.fields', ({ query }) => {
    const [country, currency] = [query.get('country') ?? '', query.get('currency') ?? '']
    const where = { country, currency, route: query.get('route') }
    const fields = fieldsOf(where, query.get('recipient_type') ?? '')
    return fields ? ok({ fields }) : refuse(422, 4030, 'Currency for country is not supported')
  }),
  route('GET /counterparty/:id', 'counterparties.show', ({ params }) => {
    const found = bank().state.counterparties.find(({ id }) => id === params.id)
    return found ? ok(found) : notFound()
  }),
  route('DELETE /counterparty/:id', 'counterparties.delete', ({ params }) => {
    const { state } = bank()
    if (!state.counterparties.some(({ id }) => id === params.id)) return notFound()
    state.counterparties = state.counterparties.filter(({ id }) => id !== params.id)
    return noContent()
  }),
  route('POST /counterparty', 'counterparties.create', (request) => {
    const made = toCounterparty(bank, bodyOf(request))
    const same = bank().state.counterparties.find((one) => isSame(one, made))
    if (same)
      return refuse(422, 3012, 'This counterparty already exists', { params: { counterparty_id: same.id } })
    bank().state.counterparties.push(made)
    return ok(made)
  }),
]

function chosen(all: readonly WireCounterparty[], query: URLSearchParams): WireCounterparty[] {
  const before = instantOf(query.get('created_before') ?? '9999-12-31')
  const name = query.get('name')?.toLowerCase()
  const has = (one: WireCounterparty, key: 'iban' | 'account_no' | 'sort_code' | 'bic') =>
    !query.has(key) || one.accounts?.some((account) => account[key] === query.get(key))
  return all
    .filter(({ created_at }) => created_at < before)
    .filter((one) => name === undefined || one.name.toLowerCase().includes(name))
    .filter((one) => has(one, 'iban') && has(one, 'account_no') && has(one, 'sort_code') && has(one, 'bic'))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
}

function toCounterparty(bank: ToBank, body: Body): WireCounterparty {
  const person = body.individual_name as { first_name?: string; last_name?: string } | undefined
  const name =
    optionalText(body, 'company_name') ??
    optionalText(body, 'name') ??
    [person?.first_name, person?.last_name].filter(Boolean).join(' ')
  if (name === '') throw new BadRequest("'company_name' or 'individual_name' is required")
  const revtag = optionalText(body, 'revtag')
  const at = bank().stamp()
  const shared = { id: bank().key(), name, state: 'created', created_at: at, updated_at: at }
  const profile_type = optionalText(body, 'profile_type') ?? (person ? 'personal' : 'business')
  if (revtag !== null) return { ...shared, ...{ profile_type, country: 'ES' }, revtag }
  return { ...shared, ...{ profile_type }, accounts: [toAccount(bank, body, name)] }
}

function toAccount(bank: ToBank, body: Body, name: string): WireCounterpartyAccount {
  const iban = optionalText(body, 'iban')
  if (iban !== null && !isValidIban(iban)) throw new BadRequest(`${iban} is not a valid IBAN`, 3000)
  if (iban === null && optionalText(body, 'account_no') === null)
    throw new BadRequest("'iban' or 'account_no' is required")
  const bank_country = textOf(body, 'bank_country')
  const currency = textOf(body, 'currency')
  if (!COUNTRIES[bank_country]?.includes(currency) && iban === null)
    throw new BadRequest('Currency for country is not supported', 4030, 422)
  const numbers = present(
    Object.fromEntries(NUMBERS.map((key) => [key, body[key]]))
  ) as Partial<WireCounterpartyAccount>
  return { id: bank().key(), name, bank_country, currency, type: 'external', ...numbers }
}

const isSame = (a: WireCounterparty, b: WireCounterparty): boolean => {
  const [one, other] = [a.accounts?.[0], b.accounts?.[0]]
  if (!one || !other) return a.revtag !== undefined && a.revtag === b.revtag
  return (
    one.currency === other.currency &&
    (one.iban ?? `${one.sort_code ?? one.routing_number}/${one.account_no}`) ===
      (other.iban ?? `${other.sort_code ?? other.routing_number}/${other.account_no}`)
  )
}
