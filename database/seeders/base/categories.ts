/** Expense categories with the account family that their lines are charged to (area 04 §1). */
export const CATEGORIES: {
  parent_id: null
  name: string
  code: string
  ledger_account_prefix: string
  color: string
  deductible_percent: number
  budgetable: boolean
  active: boolean
}[] = [
  ['Alquileres', 'ALQ', '621', 'indigo'],
  ['Reparaciones y conservación', 'REP', '622', 'orange'],
  ['Profesionales', 'PRO', '623', 'violet'],
  ['Transportes', 'TRA', '624', 'cyan'],
  ['Seguros', 'SEG', '625', 'blue'],
  ['Servicios bancarios', 'BAN', '626', 'gray'],
  ['Publicidad', 'PUB', '627', 'pink'],
  ['Electricidad', 'LUZ', '628', 'yellow'],
  ['Agua', 'AGU', '628', 'cyan'],
  ['Gas', 'GAS', '628', 'orange'],
  ['Telecomunicaciones', 'TEL', '628', 'grape'],
  ['Lavandería', 'LAV', '629', 'teal'],
  ['Limpieza', 'LIM', '629', 'lime'],
  ['Amenities', 'AME', '602', 'green'],
  ['Alimentación y bebidas', 'AYB', '600', 'red'],
  ['Comisiones OTA', 'OTA', '623', 'violet'],
  ['Tributos', 'TRI', '631', 'gray'],
  ['Personal externo', 'EXT', '607', 'blue'],
  ['Software y suscripciones', 'SOF', '629', 'indigo'],
  ['Material de oficina', 'OFI', '629', 'gray'],
  ['Inmovilizado', 'INM', '219', 'dark'],
  ['Sin clasificar', 'SIN', '629', 'gray'],
].map(([name = '', code = '', ledger_account_prefix = '', color = '']) => ({
  parent_id: null,
  name,
  code,
  ledger_account_prefix,
  color,
  deductible_percent: 100,
  budgetable: true,
  active: true,
}))
