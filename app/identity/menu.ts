import { A, AD, C, type Role, S, SC } from '#app/identity/roles'

/**
 * One entry of the menu. The one source for palette, drawer and page guards (area 20 §6): the two surfaces may
 * show an entry to different roles, and both readings of the specification stand.
 */
export type MenuEntry = {
  group: string
  title: string
  path: string
  route: string
  icon: string
  keywords: string[]
  palette: readonly Role[]
  drawer: readonly Role[]
  /** Shown and reachable without the second factor. */
  withoutTwoFactor?: boolean
  /** Other pages that light the entry. */
  pages?: string[]
  header?: string
  built: boolean
}

const STAFF = [S, A, SC, C] as const
const SENIOR = [S, A, SC] as const
const LEAD = [S, A] as const
const NOBODY: readonly Role[] = []

export const GROUP_COLORS: Record<string, string> = {
  Principal: 'blue',
  'Control Hoteles': 'teal',
  Proveedores: 'indigo',
  Facturación: 'violet',
  Auditoría: 'grape',
  Holded: 'cyan',
  Impuestos: 'orange',
  Préstamos: 'yellow',
  Bancos: 'green',
  Pagar: 'red',
  'Procedimientos Legales': 'pink',
  Refacturación: 'lime',
  Configuración: 'gray',
}

type Row = Omit<MenuEntry, 'palette' | 'drawer' | 'keywords' | 'built'> & {
  keywords: string
  palette: readonly Role[]
  drawer?: readonly Role[]
  built?: boolean
}

const entry = ({ keywords, drawer, built = false, ...rest }: Row): MenuEntry => ({
  ...rest,
  keywords: keywords.split(', '),
  drawer: drawer ?? rest.palette,
  built,
})

export const MENU: readonly MenuEntry[] = [
  entry({
    group: 'Principal',
    title: 'Dashboard',
    path: '/',
    route: '/',
    icon: 'layout-dashboard',
    keywords: 'inicio, panel, resumen, tesorería',
    palette: STAFF,
    built: true,
    pages: [
      'reports/summary/index',
      'reports/summary_lines/index',
      'reports/open_invoices/index',
      'reports/forecast/show',
      'reports/holds/index',
    ],
  }),
  entry({
    group: 'Principal',
    title: 'Cuentas Principales',
    path: '/accounts',
    route: 'accounts',
    icon: 'building-bank',
    keywords: 'bancos, saldos, plan contable, conciliación',
    palette: [...STAFF, AD],
    built: true,
    pages: [
      'accounts/accounts/edit',
      'accounts/statements/create',
      'accounts/statements/index',
      'accounts/plan/index',
      'accounts/plan_imports/create',
      'accounts/journal/index',
      'accounts/journal/show',
      'accounts/trial_balance/index',
      'accounts/account_ledgers/show',
      'accounts/manual_entries/index',
      'accounts/manual_entries/create',
      'accounts/manual_entries/show',
      'accounts/periods/index',
      'reconciliation/lines/index',
      'reconciliation/open_items/index',
    ],
  }),
  entry({
    group: 'Principal',
    title: 'Gestión de Usuarios',
    path: '/users',
    route: 'users',
    icon: 'users',
    keywords: 'permisos, roles, accesos',
    palette: [S, AD],
    built: true,
    pages: ['identity/users/create', 'identity/users/edit', 'identity/mails/index'],
  }),
  entry({
    group: 'Principal',
    title: 'Empresas',
    path: '/sites',
    route: 'sites',
    icon: 'building-skyscraper',
    keywords: 'sociedades, sites, aprobaciones',
    palette: LEAD,
    built: true,
    pages: ['sites/sites/edit', 'reports/sites/show', 'reports/report_payments/index'],
  }),
  entry({
    group: 'Principal',
    title: 'Empleados',
    path: '/employees',
    route: 'employees',
    icon: 'id-badge',
    keywords: 'trabajadores, personal, plantilla',
    palette: SENIOR,
    built: true,
    pages: ['employees/employees/edit', 'employees/imports/create'],
  }),
  entry({
    group: 'Principal',
    title: 'Pagos Históricos',
    path: '/historypay',
    route: 'historypay',
    icon: 'history',
    keywords: 'histórico, transferencias pagadas',
    palette: STAFF,
    built: true,
    pages: ['reports/payment_history/show', 'reports/payment_imports/create'],
  }),
  entry({
    group: 'Control Hoteles',
    title: 'Dashboard',
    path: '/hotels',
    route: 'hotels.dashboard',
    icon: 'chart-bar',
    keywords: 'hotel, ocupación, adr, revpar',
    palette: NOBODY,
    drawer: STAFF,
  }),
  entry({
    group: 'Control Hoteles',
    title: 'Alertas',
    path: '/hotels/alerts',
    route: 'hotels.alerts',
    icon: 'alert-triangle',
    keywords: 'hotel, avisos, desviaciones',
    palette: NOBODY,
    drawer: STAFF,
  }),
  entry({
    group: 'Control Hoteles',
    title: 'Comparativa',
    path: '/hotels/comparative',
    route: 'hotels.comparative',
    icon: 'arrows-diff',
    keywords: 'hotel, comparar, ranking',
    palette: NOBODY,
    drawer: STAFF,
  }),
  entry({
    group: 'Proveedores',
    title: 'Listado de Proveedores',
    path: '/providers',
    route: 'providers.index',
    icon: 'truck',
    keywords: 'acreedores, iban, proveedor',
    palette: STAFF,
    built: true,
    pages: ['providers/providers/edit', 'providers/imports/create'],
  }),
  entry({
    group: 'Proveedores',
    title: 'Perfiles de Gastos',
    path: '/profile-manager',
    route: 'profile-manager.index',
    icon: 'tags',
    keywords: 'conceptos, palabras clave, categorías',
    palette: STAFF,
    built: true,
    pages: [
      'providers/profiles/index',
      'providers/profiles/create',
      'providers/profiles/edit',
      'providers/profiles/show',
    ],
  }),
  entry({
    group: 'Facturación',
    title: 'OCR de Facturas',
    path: '/invoices',
    route: 'invoices',
    icon: 'file-invoice',
    keywords: 'ocr, facturas, vencimientos, aprobar',
    palette: STAFF,
    built: true,
    pages: ['invoices/invoices/show', 'invoices/ocr_jobs/index'],
  }),
  entry({
    group: 'Facturación',
    title: 'Logs de Facturas',
    path: '/invoice-action-logs',
    route: 'invoice-action-logs.index',
    icon: 'list-details',
    keywords: 'registro, acciones, trazas',
    palette: [S],
    built: true,
  }),
  entry({
    group: 'Facturación',
    title: 'Contratos',
    path: '/provider-contracts',
    route: 'provider-contracts.index',
    icon: 'contract',
    keywords: 'contrato, renovación',
    palette: LEAD,
    built: true,
    pages: [
      'providers/contracts/create',
      'providers/contracts/edit',
      'providers/contracts/show',
      'providers/ipc_values/index',
    ],
  }),
  entry({
    group: 'Facturación',
    title: 'Auditoría de Facturas',
    path: '/analisar-facturas',
    route: 'analyze.invoice',
    icon: 'report-search',
    keywords: 'auditoría, duplicados, anomalías',
    palette: SENIOR,
    drawer: LEAD,
    header: 'Auditoría',
    built: true,
    pages: [
      'invoices/audit_runs/index',
      'invoices/audit_runs/show',
      'invoices/audit_rules/index',
      'invoices/risk_providers/index',
      'invoices/audit_statistics/index',
    ],
  }),
  entry({
    group: 'Holded',
    title: '¿Quién Factura?',
    path: '/holded/providers',
    route: 'holded.providers',
    icon: 'user-question',
    keywords: 'holded, proveedores',
    palette: STAFF,
  }),
  entry({
    group: 'Holded',
    title: 'Facturas',
    path: '/holded',
    route: 'holded.index',
    icon: 'file-text',
    keywords: 'holded, compras, gastos',
    palette: STAFF,
  }),
  entry({
    group: 'Holded',
    title: 'Por Conciliar',
    path: '/holded/pending',
    route: 'holded.pending',
    icon: 'checklist',
    keywords: 'holded, conciliar, pendiente',
    palette: STAFF,
  }),
  entry({
    group: 'Holded',
    title: 'Ventas',
    path: '/sitesSales',
    route: 'sitesSales',
    icon: 'chart-line',
    keywords: 'ventas, ingresos, empresas',
    palette: STAFF,
  }),
  entry({
    group: 'Holded',
    title: 'Cuentas',
    path: '/holded/accounts',
    route: 'holded.accounts',
    icon: 'wallet',
    keywords: 'holded, tesorería',
    palette: STAFF,
  }),
  entry({
    group: 'Holded',
    title: 'Cuentas Contables Sincronizadas',
    path: '/holded/ledger-accounts',
    route: 'holded.ledger-accounts',
    icon: 'list-tree',
    keywords: 'holded, plan, sincronización',
    palette: [S],
  }),
  entry({
    group: 'Impuestos',
    title: 'Modelos de Impuestos',
    path: '/taxes',
    route: 'typetaxes',
    icon: 'file-percent',
    keywords: 'modelo 303, 111, 115, 200',
    palette: STAFF,
  }),
  entry({
    group: 'Impuestos',
    title: 'Resumen de Impuestos',
    path: '/taxdashboard',
    route: 'taxdashboard',
    icon: 'chart-pie',
    keywords: 'impuestos, calendario',
    palette: STAFF,
  }),
  entry({
    group: 'Impuestos',
    title: 'Impuestos por Empresa',
    path: '/taxesallsite',
    route: 'taxesallsite',
    icon: 'receipt-tax',
    keywords: 'iva, irpf, sociedades',
    palette: STAFF,
  }),
  entry({
    group: 'Préstamos',
    title: 'Resumen',
    path: '/loansResumen',
    route: 'loansResumen',
    icon: 'report-money',
    keywords: 'préstamos, deuda, intragrupo',
    palette: SENIOR,
  }),
  entry({
    group: 'Préstamos',
    title: 'Listado',
    path: '/loans',
    route: 'loans',
    icon: 'cash-banknote',
    keywords: 'préstamos, cuotas, compensación',
    palette: SENIOR,
  }),
  entry({
    group: 'Bancos',
    title: 'Ingresos de Reservas',
    path: '/bookingIncomes',
    route: 'bookingIncomes',
    icon: 'calendar-dollar',
    keywords: 'booking, expedia, reservas, csv',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Qonto',
    path: '/qontos',
    route: 'qontos',
    icon: 'building-bank',
    keywords: 'qonto, banco, transferencias',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Stripe',
    path: '/stripes',
    route: 'stripes',
    icon: 'credit-card',
    keywords: 'stripe, tarjetas, payouts',
    palette: LEAD,
    drawer: SENIOR,
  }),
  entry({
    group: 'Bancos',
    title: 'PayPal',
    path: '/paypals',
    route: 'paypals',
    icon: 'brand-paypal',
    keywords: 'paypal, monedero',
    palette: LEAD,
    drawer: SENIOR,
  }),
  entry({
    group: 'Bancos',
    title: 'Wise',
    path: '/wises',
    route: 'wises',
    icon: 'world-dollar',
    keywords: 'wise, internacional, divisas, swift',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Revolut Business',
    path: '/revoluts',
    route: 'revoluts',
    icon: 'letter-r',
    keywords: 'revolut, banco digital',
    palette: LEAD,
    drawer: SENIOR,
  }),
  entry({
    group: 'Bancos',
    title: 'Mangopay',
    path: '/mangopays',
    route: 'mangopays',
    icon: 'wallet',
    keywords: 'mangopay, dinero electrónico',
    palette: STAFF,
    drawer: SENIOR,
  }),
  entry({
    group: 'Bancos',
    title: 'Gestión de Tarjetas',
    path: '/cards',
    route: 'cards',
    icon: 'cards',
    keywords: 'tarjetas, límites, virtual',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Virtualizaciones',
    path: '/accounts-virtuals',
    route: 'virtualizations',
    icon: 'sitemap',
    keywords: 'cuentas virtuales, subcuentas',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Monitoreo de Saldos',
    path: '/balance-monitoring',
    route: 'balance.monitoring',
    icon: 'activity',
    keywords: 'umbrales, alertas, saldo mínimo',
    palette: STAFF,
  }),
  entry({
    group: 'Bancos',
    title: 'Lista Negra IBAN',
    path: '/iban-blacklist',
    route: 'iban-blacklist.index',
    icon: 'ban',
    keywords: 'bloqueo, fraude, iban',
    palette: SENIOR,
    built: true,
    pages: [
      'blacklist/entries/create',
      'blacklist/entries/edit',
      'blacklist/entries/show',
      'blacklist/imports/create',
    ],
  }),
  entry({
    group: 'Pagar',
    title: 'Pagar Nómina',
    path: '/paypayrolls',
    route: 'paypayrolls',
    icon: 'users-group',
    keywords: 'nóminas, salarios',
    palette: SENIOR,
    built: true,
  }),
  entry({
    group: 'Pagar',
    title: 'Pagar Proveedores',
    path: '/paysuppliers',
    route: 'paysuppliers',
    icon: 'truck-delivery',
    keywords: 'remesa, facturas, provisión',
    palette: STAFF,
    built: true,
    pages: ['payments/orders/show', 'payments/batches/show', 'payments/batches/index'],
  }),
  entry({
    group: 'Pagar',
    title: 'Pagar Procedimientos',
    path: '/paylegalprocedures',
    route: 'paylegalprocedures',
    icon: 'gavel',
    keywords: 'legal, notaría, registro',
    palette: SENIOR,
    built: true,
    pages: ['payments/legal_procedure_processes/create'],
  }),
  entry({
    group: 'Pagar',
    title: 'Pagos Recurrentes',
    path: '/payrecurrents',
    route: 'payrecurrents',
    icon: 'repeat',
    keywords: 'alquiler, suscripción, mensual',
    palette: SENIOR,
    built: true,
  }),
  entry({
    group: 'Pagar',
    title: 'Nota de Gastos',
    path: '/payexpenses',
    route: 'payexpenses',
    icon: 'receipt',
    keywords: 'gastos, dietas, tickets, kilometraje',
    palette: STAFF,
    drawer: [...STAFF, AD],
    built: true,
  }),
  entry({
    group: 'Procedimientos Legales',
    title: 'Fases',
    path: '/phases',
    route: 'phases',
    icon: 'timeline',
    keywords: 'fases, etapas',
    palette: SENIOR,
    built: true,
  }),
  entry({
    group: 'Procedimientos Legales',
    title: 'Procedimientos',
    path: '/legal_procedure',
    route: 'legal_procedure',
    icon: 'scale',
    keywords: 'juicio, expediente, abogado',
    palette: SENIOR,
    built: true,
  }),
  entry({
    group: 'Refacturación',
    title: 'Configuración',
    path: '/configuracion-refacturacion',
    route: 'setting',
    icon: 'adjustments',
    keywords: 'reglas, reparto, porcentajes',
    palette: SENIOR,
  }),
  entry({
    group: 'Refacturación',
    title: 'Transacciones',
    path: '/refacturacion',
    route: 'rebilling',
    icon: 'arrows-exchange',
    keywords: 'repercutir, intragrupo',
    palette: SENIOR,
  }),
  entry({
    group: 'Refacturación',
    title: 'Histórico',
    path: '/refacturacion-historico',
    route: 'rebilling.history',
    icon: 'archive',
    keywords: 'histórico, refacturas',
    palette: SENIOR,
  }),
  entry({
    group: 'Configuración',
    title: 'Procesos Automáticos',
    path: '/automatic-processes',
    route: 'automatic-processes.index',
    icon: 'robot',
    keywords: 'cron, tareas, sincronización',
    palette: LEAD,
    withoutTwoFactor: true,
  }),
  entry({
    group: 'Configuración',
    title: 'Autenticación 2FA',
    path: '/2faSecurity',
    route: '2faSecurity',
    icon: 'shield-lock',
    keywords: 'seguridad, código, totp',
    palette: STAFF,
    drawer: [...STAFF, AD],
    withoutTwoFactor: true,
    built: true,
    pages: ['identity/two_factor/show'],
  }),
]

type Viewer = { role: Role; twoFactorEnabled: boolean }

/** The second factor that the palette and most of the drawer ask for; s1st3ma works without (specification §6). */
export const isPastTwoFactor = ({ role, twoFactorEnabled }: Viewer) => twoFactorEnabled || role === S

/** Entries of the command palette for this user: none at all before the second factor. */
export function paletteFor(viewer: Viewer): MenuEntry[] {
  if (!isPastTwoFactor(viewer)) return []
  return MENU.filter((item) => item.built && item.palette.includes(viewer.role))
}

/** Entries of the side drawer for this user. */
export function drawerFor(viewer: Viewer): MenuEntry[] {
  return MENU.filter(
    (item) =>
      item.built && item.drawer.includes(viewer.role) && (isPastTwoFactor(viewer) || item.withoutTwoFactor)
  )
}

/** Roles that may read the pages of an entry: palette and drawer together. Throws for a name that is no entry. */
export function guardRoles(route: string): readonly Role[] {
  const found = MENU.find((item) => item.route === route)
  if (!found) throw new Error(`«${route}» is not an entry of the menu`)
  return [...new Set([...found.palette, ...found.drawer])]
}

/** Where a user starts: adm1n1strat0r with the users (area 21), everybody else with the first page of their drawer. */
export function homePath(viewer: Viewer): string {
  const pages = drawerFor(viewer).filter((item) => !item.withoutTwoFactor)
  const users = viewer.role === AD ? pages.find((item) => item.route === 'users') : undefined
  return (users ?? pages[0])?.path ?? '/2faSecurity'
}
