type Field = {
  key: string
  name: string
  type: 'text' | 'select' | 'date'
  required: boolean
  /** A regular expression of what it may be. */
  pattern?: string
  min?: number
  max?: number
  example?: string
  refresh?: true
  values?: readonly (readonly [string, string])[]
}

type Kind = { type: string; title: string; fields: readonly Field[] }

const LEGAL_TYPE: Field = {
  key: 'legalType',
  name: 'Recipient type',
  type: 'select',
  required: true,
  refresh: true,
  values: [
    ['PRIVATE', 'Person'],
    ['BUSINESS', 'Business'],
  ],
}
const HOLDER: Field = {
  key: 'accountHolderName',
  name: 'Full name of the account holder',
  type: 'text',
  required: true,
  min: 2,
  max: 140,
}
const EMAIL: Field = {
  key: 'email',
  name: 'Email',
  type: 'text',
  required: false,
  pattern: '^[^\\s]+@[^\\s]+\\.[^\\s]{2,}$',
}
const IBAN: Field = {
  key: 'IBAN',
  name: 'IBAN',
  type: 'text',
  required: true,
  min: 14,
  max: 42,
  pattern: '^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{10,38}$',
  example: 'DE12345678901234567890',
}

const address = (countries: Field['values'], hasState: boolean): Field[] => [
  {
    key: 'address.country',
    name: 'Country',
    type: 'select',
    required: true,
    refresh: true,
    ...(countries ? { values: countries } : {}),
  },
  { key: 'address.city', name: 'City', type: 'text', required: true, min: 1, max: 255 },
  { key: 'address.firstLine', name: 'Recipient address', type: 'text', required: true, min: 1, max: 255 },
  { key: 'address.postCode', name: 'Post code', type: 'text', required: true, min: 1, max: 32 },
  ...(hasState
    ? [{ key: 'address.state', name: 'State', type: 'text', required: true, min: 2, max: 2 } as const]
    : []),
]

const COUNTRIES = [
  ['ES', 'Spain'],
  ['GB', 'United Kingdom'],
  ['US', 'United States'],
] as const

/** The kinds of account of a currency and what each asks for, as far as it is known whom it is for. */
export function requirementsOf(currency: string, known: Readonly<Record<string, unknown>>): Kind[] {
  switch (currency) {
    case 'EUR':
      return [
        {
          type: 'iban',
          title: 'IBAN',
          fields: [
            HOLDER,
            LEGAL_TYPE,
            IBAN,
            {
              key: 'BIC',
              name: 'BIC',
              type: 'text',
              required: false,
              pattern: '^[A-Z0-9]{8}([A-Z0-9]{3})?$',
            },
            EMAIL,
          ],
        },
      ]
    case 'GBP':
      return [
        {
          type: 'sort_code',
          title: 'Local bank account',
          fields: [
            HOLDER,
            LEGAL_TYPE,
            {
              key: 'sortCode',
              name: 'UK sort code',
              type: 'text',
              required: true,
              pattern: '^[0-9]{6}$',
              example: '040075',
            },
            {
              key: 'accountNumber',
              name: 'Account number',
              type: 'text',
              required: true,
              pattern: '^[0-9]{8}$',
              example: '37778842',
            },
            EMAIL,
          ],
        },
        { type: 'iban', title: 'IBAN', fields: [HOLDER, LEGAL_TYPE, IBAN] },
      ]
    case 'USD':
      return [
        {
          type: 'aba',
          title: 'Bank details',
          fields: [
            HOLDER,
            LEGAL_TYPE,
            {
              key: 'abartn',
              name: 'ACH routing number',
              type: 'text',
              required: true,
              pattern: '^[0-9]{9}$',
              example: '026073150',
            },
            {
              key: 'accountNumber',
              name: 'Account number',
              type: 'text',
              required: true,
              pattern: '^[0-9]{4,17}$',
              example: '8311094826',
            },
            {
              key: 'accountType',
              name: 'Account type',
              type: 'select',
              required: true,
              values: [
                ['CHECKING', 'Checking'],
                ['SAVINGS', 'Savings'],
              ],
            },
            ...address(COUNTRIES, known['address.country'] === 'US'),
          ],
        },
      ]
    default:
      return [
        {
          type: 'swift_code',
          title: 'SWIFT',
          fields: [
            HOLDER,
            LEGAL_TYPE,
            {
              key: 'swiftCode',
              name: 'SWIFT / BIC code',
              type: 'text',
              required: true,
              pattern: '^[A-Z0-9]{8}([A-Z0-9]{3})?$',
            },
            {
              key: 'accountNumber',
              name: 'IBAN / account number',
              type: 'text',
              required: true,
              min: 4,
              max: 34,
            },
          ],
        },
      ]
  }
}

/** As Wise answers: what does not apply is left out. */
export const toRequirementJson = ({ type, title, fields }: Kind) => ({
  type,
  title,
  fields: fields.map((field) => ({
    name: field.name,
    group: [
      {
        key: field.key,
        name: field.name,
        type: field.type,
        refreshRequirementsOnChange: field.refresh === true,
        required: field.required,
        ...(field.example ? { example: field.example } : {}),
        ...(field.min === undefined ? {} : { minLength: field.min }),
        ...(field.max === undefined ? {} : { maxLength: field.max }),
        ...(field.pattern ? { validationRegexp: field.pattern } : {}),
        valuesAllowed: field.values?.map(([key, name]) => ({ key, name })) ?? null,
      },
    ],
  })),
})

/** What is wrong with the fields of a recipient, by the path of each. */
export function problemsOf(
  kind: Kind,
  given: Readonly<Record<string, unknown>>
): { path: string; message: string }[] {
  return kind.fields.flatMap(({ key, name, required, pattern, min = 0, max = 1_000, values }) => {
    const value = given[key]
    if (value === undefined || value === '')
      return required ? [{ path: key, message: `${name} is required` }] : []
    const text = String(value)
    const isRight =
      (pattern === undefined || new RegExp(pattern).test(text)) &&
      text.length >= min &&
      text.length <= max &&
      (values === undefined || values.some(([allowed]) => allowed === text))
    return isRight ? [] : [{ path: key, message: `${name} is not valid` }]
  })
}
