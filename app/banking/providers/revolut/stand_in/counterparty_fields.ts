type Field = {
  name: string
  required: boolean
  regex?: { pattern: string; description: string }
  options?: { value: string; default?: boolean }[]
}

const IBAN: Field = {
  name: 'iban',
  required: true,
  regex: { pattern: '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$', description: 'IBAN' },
}
const BIC = (required: boolean): Field => ({
  name: 'bic',
  required,
  regex: { pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', description: '8 or 11 characters' },
})
const digits = (name: string, from: number, to = from): Field => ({
  name,
  required: true,
  regex: { pattern: `^\\d{${from},${to}}$`, description: `${from} to ${to} digits` },
})
const ADDRESS: Field = { name: 'address', required: true }
const NAMES: Readonly<Record<string, Field[]>> = {
  business: [{ name: 'company_name', required: true }],
  personal: [
    { name: 'first_name', required: true },
    { name: 'last_name', required: true },
  ],
}

/** Which currencies accounts of a country have here. */
export const COUNTRIES: Readonly<Record<string, string[]>> = {
  ES: ['EUR'],
  DE: ['EUR'],
  FR: ['EUR'],
  IT: ['EUR'],
  PT: ['EUR'],
  LT: ['EUR'],
  GB: ['GBP', 'EUR'],
  US: ['USD'],
  CH: ['CHF', 'EUR'],
  PL: ['PLN', 'EUR'],
  JP: ['JPY'],
  KW: ['KWD'],
  IN: ['INR'],
}

/** What has to be told of an account there; null where nobody can be paid so. */
export function fieldsOf(
  { country, currency, route }: { country: string; currency: string; route: string | null },
  recipient: string
): Field[] | null {
  const names = NAMES[recipient]
  if (!names || !COUNTRIES[country]?.includes(currency)) return null
  return [...names, ...accountFields(country, currency, route)]
}

function accountFields(country: string, currency: string, route: string | null): Field[] {
  if (currency === 'GBP') return [digits('sort_code', 6), digits('account_no', 8), ADDRESS]
  if (country === 'US') return [...routed(route), ADDRESS]
  if (currency === 'EUR') return [IBAN, BIC(false)]
  if (country === 'CH' || country === 'PL') return [IBAN, BIC(true), ADDRESS]
  return [{ name: 'account_no', required: true }, BIC(true), ADDRESS]
}

/** A payment that goes by SWIFT is told the BIC, any other the routing number. */
function routed(route: string | null): Field[] {
  const options = ['ach', 'fedwire', 'swift'].map((value) => ({ value, default: value === (route ?? 'ach') }))
  const number = route === 'swift' ? BIC(true) : digits('routing_number', 9)
  return [{ name: 'route', required: true, options }, number, digits('account_no', 6, 17)]
}
