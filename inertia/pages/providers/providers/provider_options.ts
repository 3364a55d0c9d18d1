import type { Option } from '~/kit/fields/choice_fields'

/** Choices of the forms of a provider, with the values the server knows. */
export const taxIdTypes: Option[] = [
  { value: 'cif', label: 'NIF de sociedad (CIF)' },
  { value: 'nif', label: 'NIF de persona (DNI)' },
  { value: 'nie', label: 'NIE' },
  { value: 'vat_eu', label: 'NIF-IVA (Unión Europea)' },
  { value: 'foreign', label: 'Identificación de otro país' },
  { value: 'none', label: 'Sin NIF' },
]

export const providerKinds: Option[] = [
  { value: 'supplier', label: 'Proveedor' },
  { value: 'professional', label: 'Profesional' },
  { value: 'landlord', label: 'Arrendador' },
  { value: 'employee_like', label: 'Colaborador' },
  { value: 'public_body', label: 'Organismo público' },
  { value: 'group_company', label: 'Empresa del grupo' },
  { value: 'marketplace', label: 'Plataforma' },
]

export const ledgerPrefixes: Option[] = [
  { value: '400', label: '400 Proveedores' },
  { value: '410', label: '410 Acreedores por prestaciones de servicios' },
  { value: '411', label: '411 Acreedores, efectos a pagar' },
  { value: '403', label: '403 Proveedores, empresas del grupo' },
  { value: '523', label: '523 Proveedores de inmovilizado' },
]

export const paymentMethods: Option[] = [
  { value: 'transfer', label: 'Transferencia' },
  { value: 'direct_debit', label: 'Domiciliación' },
  { value: 'card', label: 'Tarjeta' },
  { value: 'virtual_account', label: 'Cuenta virtual' },
  { value: 'cash', label: 'Efectivo' },
  { value: 'none', label: 'Sin definir' },
]

export const vatRegimes: Option[] = [
  { value: 'general', label: 'General' },
  { value: 'exempt', label: 'Exento' },
  { value: 'reverse_charge', label: 'Inversión del sujeto pasivo' },
  { value: 'intra_eu', label: 'Intracomunitario' },
  { value: 'import', label: 'Importación' },
  { value: 'cash_basis', label: 'Criterio de caja' },
  { value: 'recargo', label: 'Recargo de equivalencia' },
  { value: 'agrario', label: 'Agricultura, ganadería y pesca' },
]

export const verificationMethods: Option[] = [
  { value: 'certificate', label: 'Certificado de titularidad del banco' },
  { value: 'phone_call', label: 'Llamada a un teléfono ya conocido' },
  { value: 'vop', label: 'Comprobación del titular por el banco (VoP)' },
  { value: 'first_invoice', label: 'Coincide con una factura anterior ya pagada' },
]

const countryCodes = [
  'AD AE AR AT AU BE BG BR CA CH CL CN CO CR CU CY CZ DE DK DO EC EE ES FI FR GB GI GR HK HR HU IE IL IN IS IT JP KR',
  'LI LT LU LV MA MC MT MX NL NO NZ PA PE PL PT RO RS SE SG SI SK SM TN TR UA US UY VE ZA',
]
  .join(' ')
  .split(' ')

const countryNames = new Intl.DisplayNames('es', { type: 'region' })

/** Countries by their Spanish name; one that is not in the list stays choosable while it is the one stored. */
export function countryOptions(stored = 'ES'): Option[] {
  return [...new Set([...countryCodes, stored])]
    .map((value) => ({ value, label: countryNames.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, 'es'))
}

export type TaxChoices = { vat: Option[]; withholding: Option[] }

export type Category = { id: number; name: string; accountPrefix: string }

export function categoryOptions(categories: Category[]): Option[] {
  return categories.map(({ id, name, accountPrefix }) => ({
    value: String(id),
    label: `${name} (${accountPrefix})`,
  }))
}
