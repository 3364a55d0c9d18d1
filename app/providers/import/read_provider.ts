import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { foldText } from '#app/kernel/text/similarity'
import type { NewProvider } from '#app/providers/actions/create_provider'
import type { TaxIdType } from '#app/providers/actions/provider_checks'

export const PROVIDER_COLUMNS = {
  legalName: {
    title: 'Razón social',
    kind: 'text',
    isNeeded: true,
    aliases: ['nombre', 'nombre fiscal', 'proveedor', 'denominacion social'],
  },
  taxId: {
    title: 'NIF',
    kind: 'taxId',
    isNeeded: true,
    aliases: ['cif', 'nif cif', 'cif nif', 'dni', 'nif iva', 'vat'],
  },
  tradeName: { title: 'Nombre comercial', kind: 'text' },
  country: { title: 'País', kind: 'text' },
  kind: { title: 'Tipo', kind: 'choice' },
  category: { title: 'Categoría', kind: 'choice' },
  email: { title: 'Email', kind: 'text', aliases: ['correo', 'correo electronico', 'e mail'] },
  paymentTermsDays: {
    title: 'Plazo de pago',
    kind: 'text',
    aliases: ['dias de pago', 'plazo', 'vencimiento'],
  },
  iban: { title: 'IBAN', kind: 'iban', isPrivate: true, aliases: ['cuenta', 'cuenta bancaria'] },
  holderName: { title: 'Titular', kind: 'text', aliases: ['titular de la cuenta'] },
} as const satisfies ImportColumns

/** A supplier of a file, and how the file calls its category. */
export type FiledProvider = { category: string | null; provider: NewProvider }

const KINDS = new Map<string, NonNullable<NewProvider['kind']>>(
  Object.entries({
    '': 'supplier',
    proveedor: 'supplier',
    suministrador: 'supplier',
    profesional: 'professional',
    arrendador: 'landlord',
    'organismo publico': 'public_body',
    'empresa del grupo': 'group_company',
  })
)

/** What a row says of a supplier; `categoryIds` are found by folded name. Throws what is wrong with it. */
export function readProvider(
  { text }: RowReader<keyof typeof PROVIDER_COLUMNS>,
  categoryIds: ReadonlyMap<string, number>
): FiledProvider {
  const legalName = text('legalName')
  if (legalName.length < 2 || legalName.length > 160) throw wrong('Falta la razón social.')
  const country = text('country').toUpperCase() || 'ES'
  if (!/^[A-Z]{2}$/.test(country)) throw wrong(`El país «${country}» debe ser un código de dos letras.`)
  const kind = KINDS.get(foldText(text('kind')))
  if (!kind) throw wrong(`No se entiende el tipo «${text('kind')}».`)
  const category = text('category') || null
  const categoryId = category === null ? null : categoryIds.get(foldText(category))
  if (categoryId === undefined) throw wrong(`No hay una categoría «${category}».`)
  const terms = text('paymentTermsDays') === '' ? 30 : Number(text('paymentTermsDays'))
  if (!Number.isInteger(terms) || terms < 0 || terms > 365)
    throw wrong('El plazo de pago debe ser de 0 a 365 días.')
  const email = text('email') || null
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw wrong(`El correo «${email}» no es válido.`)
  return {
    category,
    provider: {
      legalName,
      tradeName: text('tradeName').slice(0, 160) || null,
      taxIdType: typeOf(text('taxId'), country),
      taxId: text('taxId') || null,
      country,
      kind,
      categoryId,
      email,
      iban: text('iban') || null,
      holderName: text('holderName') || null,
      paymentTermsDays: terms,
      source: 'import',
    },
  }
}

/** By its form and country; what looks Spanish is checked as such. */
function typeOf(text: string, country: string): TaxIdType {
  const taxId = normalizeTaxId(text)
  if (taxId === '') return 'none'
  if (country !== 'ES') return isValidSpanishTaxId(taxId) ? 'cif' : 'foreign'
  if (/^[XYZ]/.test(taxId)) return 'nie'
  return /^[A-HJNP-SUVW]/.test(taxId) ? 'cif' : 'nif'
}

const wrong = (message: string) => new DomainError('E_ROW', message, { field: 'file' })
