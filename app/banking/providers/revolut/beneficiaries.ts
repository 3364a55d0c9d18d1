import type { Beneficiaries, Beneficiary, WantedBeneficiary } from '#app/banking/bank_provider'
import { BUSINESS, beneficiaryForm } from '#app/banking/providers/revolut/beneficiary_form'
import { API, ask, askList, microsecondAfter, Refused } from '#app/banking/providers/revolut/client'
import { findCounterparties, makeCounterparty } from '#app/banking/providers/revolut/payees'
import { beneficiaryIdOf, beneficiaryKey } from '#app/banking/providers/revolut/transform'
import type { WireCounterparty, WireCounterpartyAccount } from '#app/banking/providers/revolut/wire'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { endOfAccount, normalizeNumber } from '#app/kernel/identifiers/account_number'
import { normalizeIban } from '#app/kernel/identifiers/iban'

const PAGE = 1000
const PAGES_MAX = 100
/** One that is known by its Revtag is paid in any currency: this one stands for it. */
const REVTAG_CURRENCY = 'EUR'

/** Counterparties of a business: each of their accounts is one that can be paid. */
export const revolutBeneficiaries: Beneficiaries = {
  list: async (_connection, client) => (await allCounterparties(client)).flatMap(toBeneficiaries),
  form: (_connection, client, wanted) => beneficiaryForm(client, wanted),
  create: async (_connection, client, wanted) => {
    try {
      return { kind: 'made', beneficiary: await createBeneficiary(client, wanted) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { kind: 'refused', message: error.message, fieldErrors: fieldErrorsOf(error, wanted) }
    }
  },
  remove: async (_connection, client, externalId) => {
    const { counterpartyId } = beneficiaryIdOf(externalId)
    await ask(client, { method: 'DELETE', path: `${API}/counterparty/${encodeURIComponent(counterpartyId)}` })
  },
}

async function allCounterparties(client: ProviderClient): Promise<WireCounterparty[]> {
  const all = new Map<string, WireCounterparty>()
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { limit: PAGE, created_before: before }
    const rows = (await askList(client, {
      method: 'GET',
      path: `${API}/counterparties`,
      query,
    })) as WireCounterparty[]
    const known = all.size
    for (const row of rows) all.set(row.id, row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE || all.size === known) return [...all.values()]
    before = microsecondAfter(last.created_at)
  }
  throw new NoAnswer('Revolut no acaba de decir los beneficiarios.')
}

function toBeneficiaries(told: WireCounterparty): Beneficiary[] {
  if (told.accounts?.length) return told.accounts.map((account) => ofAccount(told, account))
  if (!told.revtag) return []
  const tag = `@${told.revtag}`
  return [
    {
      ...shared(told),
      externalId: beneficiaryKey(told.id, null),
      iban: null,
      bic: null,
      currency: REVTAG_CURRENCY,
      country: told.country ?? null,
      details: { Revtag: tag },
      account: tag,
    },
  ]
}

function ofAccount(told: WireCounterparty, account: WireCounterpartyAccount): Beneficiary {
  const iban = account.iban ? normalizeIban(account.iban) : null
  const number = account.account_no ?? null
  const end = iban || number ? endOfAccount({ iban, accountNumber: number }) : (account.name ?? 'Revolut')
  const details: [string, string | undefined][] = [
    ['Número de cuenta', iban === null && number !== null ? end : undefined],
    ['Sort code', account.sort_code],
    ['Número ABA', account.routing_number],
    ['Revtag', told.revtag && `@${told.revtag}`],
  ]
  return {
    ...shared(told),
    externalId: beneficiaryKey(told.id, account.id),
    iban,
    bic: account.bic ?? null,
    currency: account.currency,
    country: account.bank_country ?? told.country ?? null,
    details: Object.fromEntries(details.filter((one): one is [string, string] => Boolean(one[1]))),
    account: end,
  }
}

/** Whoever is a counterparty can be paid with no signature. */
const shared = ({ name, state }: WireCounterparty) => ({
  name,
  email: null,
  isTrusted: true,
  status:
    state === 'deleted'
      ? ('deleted' as const)
      : state === 'draft'
        ? ('pending' as const)
        : ('active' as const),
})

/** Making one has no key: one with the same number is looked for first, so that asking twice makes one. */
async function createBeneficiary(client: ProviderClient, wanted: WantedBeneficiary): Promise<Beneficiary> {
  const { iban, account_no } = wanted.values
  const by = iban
    ? { iban: normalizeIban(iban) }
    : account_no
      ? { account_no: normalizeNumber(account_no) }
      : null
  const found = by ? sameAccount(await findCounterparties(client, by), wanted) : null
  const made = found ?? sameAccount([await makeCounterparty(client, bodyOf(wanted))], wanted)
  if (!made) throw new NoAnswer('Revolut no dice la cuenta del beneficiario que ha creado.')
  return made
}

function sameAccount(all: readonly WireCounterparty[], wanted: WantedBeneficiary): Beneficiary | null {
  const { iban, account_no } = wanted.values
  for (const told of all) {
    if (told.state === 'deleted') continue
    const account = told.accounts?.find(
      (one) =>
        one.currency === wanted.currency &&
        (!iban || normalizeIban(one.iban ?? '') === normalizeIban(iban)) &&
        (!account_no || normalizeNumber(one.account_no ?? '') === normalizeNumber(account_no))
    )
    if (account) return ofAccount(told, account)
  }
  return null
}

/** Keys with a dot are members of a member; of a person the first word is the name. */
function bodyOf({ kind, name, currency, country, values }: WantedBeneficiary): Record<string, unknown> {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const isCompany = kind === BUSINESS || rest.length === 0
  const body: Record<string, unknown> = {
    ...(isCompany
      ? { company_name: name }
      : { individual_name: { first_name: first, last_name: rest.join(' ') } }),
    currency,
    ...(country ? { bank_country: country } : {}),
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === '') continue
    const [outer = '', inner] = key.split('.')
    const clean = NUMBERS.includes(outer) ? normalizeNumber(value) : value
    if (inner === undefined) body[outer] = clean
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: value }
  }
  return body
}

const NUMBERS = ['iban', 'account_no', 'sort_code', 'routing_number', 'bic', 'clabe', 'ifsc', 'bsb_code']

/** Revolut tells no field: the one whose name or value its message has. */
function fieldErrorsOf(
  { told, message }: Refused,
  { values }: WantedBeneficiary
): Readonly<Record<string, string>> {
  const said = JSON.stringify(told ?? '').toLowerCase()
  const has = (text: string) => text.length > 2 && said.includes(text.toLowerCase())
  const found = Object.entries(values).find(
    ([key, value]) => has(normalizeNumber(value)) || has(key) || has(key.replaceAll('_', ' '))
  )
  return found ? { [found[0]]: message } : {}
}
