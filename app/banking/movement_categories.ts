import { MOVEMENT_TYPES } from '#app/banking/banking_labels'

/** What providers file movements under, by their own codes: Qonto's list of cash flow categories. */
const CATEGORIES: Readonly<Record<string, string>> = {
  atm: 'Cajeros',
  fees: 'Comisiones del banco',
  finance: 'Financieros',
  food_and_grocery: 'Alimentación',
  gas_station: 'Gasolineras',
  hardware_and_equipment: 'Equipos y material',
  hotel_and_lodging: 'Hoteles y alojamiento',
  insurance: 'Seguros',
  it_and_electronics: 'Informática y electrónica',
  legal_and_accounting: 'Asesoría legal y contable',
  logistics: 'Logística',
  manufacturing: 'Producción',
  marketing: 'Marketing',
  office_rental: 'Alquiler de oficinas',
  office_supply: 'Material de oficina',
  online_service: 'Servicios en línea',
  other_expense: 'Otros gastos',
  other_income: 'Otros ingresos',
  other_service: 'Otros servicios',
  pending: 'Sin clasificar',
  restaurant_and_bar: 'Restauración',
  salary: 'Salarios',
  sales: 'Ventas',
  subscription: 'Suscripciones',
  transport: 'Transporte',
  treasury_and_interco: 'Tesorería y empresas del grupo',
  utility: 'Suministros',
  voucher: 'Vales y bonos',
}

/**
 * What a movement is filed under, for people: the provider's category where it has one, else the kind of the movement. A code
 * that nobody knows is told as words, a merchant's (`MCC 5812`) as one.
 */
export function categoryText(code: string): string {
  const known = CATEGORIES[code] ?? (MOVEMENT_TYPES as Readonly<Record<string, string>>)[code]
  if (known) return known
  const [, merchant] = /^MCC (\d{4})$/.exec(code) ?? []
  if (merchant) return `Comercios del sector ${merchant}`
  const words = code.replaceAll(/[_\s]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
