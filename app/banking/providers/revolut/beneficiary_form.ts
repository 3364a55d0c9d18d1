import type { BeneficiaryField, BeneficiaryForm, WantedBeneficiary } from '#app/banking/bank_provider'
import { API, ask, memberOf, Refused } from '#app/banking/providers/revolut/client'
import type { WireField } from '#app/banking/providers/revolut/wire'
import { FIELD_LABELS, OPTION_LABELS } from '#app/banking/providers/revolut/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'

export const BUSINESS = 'business'
export const PERSONAL = 'personal'
const KINDS = [
  { code: BUSINESS, title: 'Empresa' },
  { code: PERSONAL, title: 'Particular' },
] as const

/** The name is asked of every beneficiary, whoever has it. */
const NAMES = ['company_name', 'first_name', 'last_name', 'name']
/** Decides which numbers an account is known by. */
const ROUTE = 'route'
const ADDRESS = 'address'
const ADDRESS_FIELDS: readonly WireField[] = [
  { name: 'address.street_line1', required: true },
  { name: 'address.street_line2', required: false },
  { name: 'address.city', required: true },
  { name: 'address.region', required: false },
  { name: 'address.postcode', required: true },
  { name: 'address.country', required: true },
]
const COUNTRIES: Readonly<Record<string, string>> = { EUR: 'ES', GBP: 'GB', USD: 'US', CHF: 'CH', PLN: 'PL' }

type Wanted = Pick<WantedBeneficiary, 'currency' | 'country'> &
  Partial<Pick<WantedBeneficiary, 'kind' | 'values'>>

/** What Revolut wants to know of a counterparty, companies and people apart. A kind that it does not pay there is left out. */
export async function beneficiaryForm(client: ProviderClient, wanted: Wanted): Promise<BeneficiaryForm> {
  const country = wanted.country ?? (await countryOf(client, wanted.currency))
  if (country === null) return { kinds: [] }
  const kinds: { code: string; title: string; fields: readonly BeneficiaryField[] }[] = []
  for (const { code, title } of KINDS) {
    if (wanted.kind && wanted.kind !== code) continue
    const route = wanted.values?.[ROUTE]
    const fields = await fieldsOf(client, { country, currency: wanted.currency, kind: code, route })
    if (fields) kinds.push({ code, title, fields })
  }
  return { kinds }
}

/** The country of an account where nobody said it: the usual one of its currency, else the first that has it. */
async function countryOf(client: ProviderClient, currency: string): Promise<string | null> {
  const usual = COUNTRIES[currency]
  if (usual) return usual
  const told = memberOf(
    await ask(client, { method: 'GET', path: `${API}/counterparties/countries` }),
    'countries'
  )
  const all = (Array.isArray(told) ? told : []) as { country: string; currencies: string[] }[]
  return all.find(({ currencies }) => currencies.includes(currency))?.country ?? null
}

type Question = { country: string; currency: string; kind: string; route: string | undefined }

async function fieldsOf(
  client: ProviderClient,
  { country, currency, kind, route }: Question
): Promise<BeneficiaryField[] | null> {
  const query = { country, currency, recipient_type: kind, ...(route ? { route } : {}) }
  try {
    const told = await ask(client, { method: 'GET', path: `${API}/counterparties/fields`, query })
    const fields = memberOf(told, 'fields')
    if (!Array.isArray(fields)) throw new NoAnswer('Revolut no dice los datos que pide del beneficiario.')
    return (fields as WireField[])
      .filter(({ name }) => !NAMES.includes(name))
      .flatMap((field) => (field.name === ADDRESS ? addressFields(field.required) : [field]))
      .map(toField)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

const addressFields = (isNeeded: boolean): WireField[] =>
  ADDRESS_FIELDS.map((field) => ({ ...field, required: field.required && isNeeded }))

function toField({ name, required, regex, options = [] }: WireField): BeneficiaryField {
  return {
    key: name,
    label: FIELD_LABELS[name] ?? name.replaceAll('_', ' '),
    kind: options.length > 0 ? 'select' : 'text',
    isNeeded: required,
    changesOthers: name === ROUTE,
    options: options.map(({ value }) => ({ value, label: OPTION_LABELS[value] ?? value })),
    example: null,
    minLength: null,
    maxLength: null,
    pattern: regex?.pattern ?? null,
  }
}
