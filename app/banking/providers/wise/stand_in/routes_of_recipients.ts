import {
  problemsOf,
  requirementsOf,
  toRequirementJson,
} from '#app/banking/providers/wise/stand_in/requirements'
import {
  bind,
  bodyOf,
  notFound,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import { quoteOf } from '#app/banking/providers/wise/stand_in/routes_of_quotes'
import type { StoredRecipient } from '#app/banking/providers/wise/stand_in/wise_state'
import { nextId, problem, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import { isValidIban } from '#app/kernel/identifiers/iban'

const PAGE_MAX = 20

/** Recipients and what each currency asks of them. */
export const recipientRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  { method: 'GET', path: '/v2/accounts', operation: 'recipients.list', handle: list },
  { method: 'POST', path: '/v1/accounts', operation: 'recipients.create', handle: create },
  {
    method: 'GET',
    path: '/v2/accounts/:id',
    operation: 'recipients.get',
    handle: (world, { params }) => {
      const found = find(world, params.id)
      return found ? ok(toJson(world, found)) : notFound()
    },
  },
  {
    method: 'DELETE',
    path: '/v2/accounts/:id',
    operation: 'recipients.delete',
    handle: (world, { params }) => {
      const found = find(world, params.id)
      if (!found) return notFound()
      found.isActive = false
      return ok(toJson(world, found))
    },
  },
  {
    method: 'GET',
    path: '/v1/quotes/:id/account-requirements',
    operation: 'requirements.get',
    handle: (world, { params }) => requirements(world, params.id, {}),
  },
  {
    method: 'POST',
    path: '/v1/quotes/:id/account-requirements',
    operation: 'requirements.post',
    handle: (world, request) => requirements(world, request.params.id, flat(bodyOf(request).details)),
  },
]

const find = ({ state }: World, id: string | undefined): StoredRecipient | undefined =>
  state.recipients.find((one) => String(one.id) === id)

function requirements(
  world: World,
  quoteId: string | undefined,
  known: Record<string, unknown>
): StandInAnswer {
  const quote = quoteOf(world, quoteId)
  return quote ? ok(requirementsOf(quote.targetCurrency, known).map(toRequirementJson)) : notFound()
}

/** Pages by position: from the recipient of that key on. The last page gives its own position as the next. */
function list(world: World, { query }: StandInRequest): StandInAnswer {
  const size = Math.min(Number(query.get('size') ?? PAGE_MAX), PAGE_MAX)
  const from = Number(query.get('seekPosition') ?? 0)
  const isWanted = ({ currency, isActive }: StoredRecipient) =>
    [null, currency].includes(query.get('currency')) && isActive === (query.get('active') !== 'false')
  const wanted = world.state.recipients.filter((one) => one.id >= from && isWanted(one))
  const after = wanted[size]
  return ok({
    content: wanted.slice(0, size).map((one) => toJson(world, one)),
    seekPositionForNext: after?.id ?? from,
    seekPositionForCurrent: from,
    sort: { empty: true, sorted: false, unsorted: true },
    size,
  })
}

function create(world: World, request: StandInRequest): StandInAnswer {
  const body = bodyOf(request)
  const [currency, type, name] = [textOf(body.currency), textOf(body.type), textOf(body.accountHolderName)]
  const details = (body.details ?? {}) as Record<string, unknown>
  const known = flat(details)
  const kind = requirementsOf(currency, known).find((one) => one.type === type)
  if (!kind) return problem(400, { code: 'NOT_VALID', message: 'Account type is not valid', path: 'type' })
  const wrong = problemsOf(kind, { ...known, accountHolderName: name })
  if (known.IBAN !== undefined && !isValidIban(textOf(known.IBAN)))
    wrong.push({ path: 'IBAN', message: 'IBAN is not valid' })
  if (wrong.length > 0) return problem(400, ...wrong.map((one) => ({ code: 'NOT_VALID', ...one })))
  const recipient: StoredRecipient = {
    id: nextId(world),
    name,
    currency,
    country:
      textOf(known['address.country']) ||
      textOf(known.IBAN).slice(0, 2) ||
      (currency === 'GBP' ? 'GB' : null),
    type,
    details,
    isActive: true,
  }
  world.state.recipients.push(recipient)
  return ok(toJson(world, recipient))
}

/** Nested objects as dotted keys. */
function flat(value: unknown, before = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(flat(inner, `${before}${key}.`))
        : [[`${before}${key}`, inner]]
    )
  )
}

function toJson({ state }: World, recipient: StoredRecipient) {
  const { id, name, currency, country, type, details, isActive } = recipient
  const account = textOf(details.IBAN) || textOf(details.accountNumber)
  return {
    id,
    creatorId: state.userId,
    profileId: state.profile.id,
    name: { fullName: name, givenName: null, familyName: null, middleName: null },
    currency,
    ...(country ? { country } : {}),
    type: type.replaceAll('_', ''),
    legalEntityType: details.legalType === 'BUSINESS' ? 'INSTITUTION' : 'PERSON',
    active: isActive,
    details: { reference: null, ...details },
    accountSummary: account,
    longAccountSummary: `${currency} account ending in ${account.slice(-4)}`,
    displayFields: Object.entries(details)
      .filter(([key]) => ['IBAN', 'BIC', 'sortCode', 'accountNumber', 'abartn', 'swiftCode'].includes(key))
      .map(([key, value]) => ({ key: `details/${key}`, label: key, value: String(value) })),
    isInternal: false,
    ownedByCustomer: false,
  }
}
