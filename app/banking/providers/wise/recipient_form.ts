import type { BeneficiaryField, BeneficiaryForm, WantedBeneficiary } from '#app/banking/bank_provider'
import { askForList } from '#app/banking/providers/wise/client'
import { fieldTitle, optionTitle } from '#app/banking/providers/wise/field_titles'
import { paths } from '#app/banking/providers/wise/paths'
import type { WiseField, WiseRequirement } from '#app/banking/providers/wise/words'
import type { ProviderClient } from '#app/connectors/client/provider_client'

/** Filling in what has one answer only is asked anew at most so often. */
const ROUNDS_MAX = 5
/** The name stands in the form beside the fields of the account. */
const NAME = 'accountHolderName'

/** The kinds of account of a currency and the fields of each, as far as it is known whom it is for. */
export const formOf = async (client: ProviderClient, asked: Asked): Promise<BeneficiaryForm['kinds']> =>
  (await requirements(client, asked)).map(toKind)

type Asked = {
  currency: string
  kind: string | undefined
  values: Readonly<Record<string, string>>
  profile: string
  quoteId: string
}

/** Asks for the fields again with what is known, until nothing that decides others has but one answer left to give. */
async function requirements(client: ProviderClient, asked: Asked): Promise<WiseRequirement[]> {
  const path = paths.requirements(asked.quoteId)
  const headers = { 'accept-minor-version': '1' }
  const post = (kind: string, values: Readonly<Record<string, string>>) => {
    const value = recipientBody(
      { currency: asked.currency, kind, values, name: '', email: null },
      asked.profile
    )
    return askForList<WiseRequirement>(client, {
      method: 'POST',
      path,
      headers,
      body: { kind: 'json', value },
    })
  }
  let { values } = asked
  let list =
    asked.kind === undefined
      ? await askForList<WiseRequirement>(client, { method: 'GET', path, headers })
      : await post(asked.kind, values)
  const kind = asked.kind ?? list[0]?.type ?? ''
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const forced = forcedOf(list, kind, values)
    if (Object.keys(forced).length === 0) break
    values = { ...values, ...forced }
    list = await post(kind, values)
  }
  return list
}

function forcedOf(
  list: readonly WiseRequirement[],
  kind: string,
  values: Readonly<Record<string, string>>
): Record<string, string> {
  const fields = list.filter(({ type }) => type === kind).flatMap((one) => fieldsOf(one))
  return Object.fromEntries(
    fields.flatMap(({ key, refreshRequirementsOnChange, required, valuesAllowed }) => {
      const [only, ...others] = valuesAllowed ?? []
      const isForced = refreshRequirementsOnChange && required && only?.key && others.length === 0
      const path = `details.${key}`
      return isForced && values[path] === undefined ? [[path, only.key ?? '']] : []
    })
  )
}

const fieldsOf = ({ fields = [] }: WiseRequirement): WiseField[] => fields.flatMap(({ group }) => group ?? [])

function toKind(requirement: WiseRequirement) {
  return {
    code: requirement.type ?? '',
    title: requirement.title ?? requirement.type ?? '',
    fields: fieldsOf(requirement)
      .filter(({ key }) => key !== undefined && key !== NAME)
      .map(toField),
  }
}

function toField(field: WiseField): BeneficiaryField {
  const { key = '', type, valuesAllowed } = field
  return {
    key: `details.${key}`,
    label: fieldTitle(key, field.name ?? key),
    kind: type === 'select' || type === 'radio' ? 'select' : type === 'date' ? 'date' : 'text',
    isNeeded: field.required === true,
    changesOthers: field.refreshRequirementsOnChange === true,
    options: (valuesAllowed ?? [])
      .filter((one) => one.key)
      .map((one) => ({ value: one.key ?? '', label: optionTitle(key, one.key ?? '', one.name ?? '') })),
    example: field.example || null,
    minLength: field.minLength ?? null,
    maxLength: field.maxLength ?? null,
    pattern: field.validationRegexp ?? null,
  }
}

/** The request of Wise: dotted keys become objects (`details.address.country`). */
export function recipientBody(
  { currency, kind, name, email, values }: Omit<WantedBeneficiary, 'country'>,
  profile: string
) {
  const body: Record<string, unknown> = { currency, type: kind, profile: Number(profile) }
  if (name !== '') body[NAME] = name
  const all = email && values['details.email'] === undefined ? { ...values, 'details.email': email } : values
  for (const [path, value] of Object.entries(all)) if (value !== '') put(body, path.split('.'), value)
  body.details ??= {}
  return body
}

function put(target: Record<string, unknown>, [first = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const inner = target[first]
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
  target[first] = next
  put(next, rest, value)
}
