import { A, AD, C, type Role, S, SC } from '#app/identity/roles'

/**
 * The menu as the specification tells it (§2.2 the palette, §2.3 and §6 the drawer), written by hand and apart
 * from the product's own table. `-` on a surface: the entry is not on it.
 */
export type ExpectedEntry = {
  group: string
  title: string
  path: string
  route: string
  palette: readonly Role[]
  drawer: readonly Role[]
  /** Always in the drawer, also before the second factor (§6: 2FA and logout always; automatic processes for s1st3ma and aprobador). */
  always: boolean
}

const NAMES: Record<string, Role> = { S, A, SC, C, AD }

const roles = (text: string): Role[] =>
  text === '-'
    ? []
    : text.split(' ').map((name) => {
        const role = NAMES[name]
        if (!role) throw new Error(`There is no role «${name}»`)
        return role
      })

const row = (
  group: string,
  title: string,
  path: string,
  route: string,
  palette: string,
  drawer: string,
  always = false
): ExpectedEntry => ({
  group,
  title,
  path,
  route,
  palette: roles(palette),
  drawer: roles(drawer),
  always,
})

export const EXPECTED_MENU: readonly ExpectedEntry[] = [
  row('Principal', 'Dashboard', '/', '/', 'S A SC C', 'S A SC C'),
  row('Principal', 'Cuentas Principales', '/accounts', 'accounts', 'S A SC C AD', 'S A SC C AD'),
  row('Principal', 'Gestión de Usuarios', '/users', 'users', 'S AD', 'S AD'),
  row('Principal', 'Empresas', '/sites', 'sites', 'S A', 'S A'),
  row('Principal', 'Empleados', '/employees', 'employees', 'S A SC', 'S A SC'),
  row('Principal', 'Pagos Históricos', '/historypay', 'historypay', 'S A SC C', 'S A SC C'),
  row('Control Hoteles', 'Dashboard', '/hotels', 'hotels.dashboard', '-', 'S A SC C'),
  row('Control Hoteles', 'Alertas', '/hotels/alerts', 'hotels.alerts', '-', 'S A SC C'),
  row('Control Hoteles', 'Comparativa', '/hotels/comparative', 'hotels.comparative', '-', 'S A SC C'),
  row('Proveedores', 'Listado de Proveedores', '/providers', 'providers.index', 'S A SC C', 'S A SC C'),
  row(
    'Proveedores',
    'Perfiles de Gastos',
    '/profile-manager',
    'profile-manager.index',
    'S A SC C',
    'S A SC C'
  ),
  row('Facturación', 'OCR de Facturas', '/invoices', 'invoices', 'S A SC C', 'S A SC C'),
  row('Facturación', 'Logs de Facturas', '/invoice-action-logs', 'invoice-action-logs.index', 'S', 'S'),
  row('Facturación', 'Contratos', '/provider-contracts', 'provider-contracts.index', 'S A', 'S A'),
  row('Facturación', 'Auditoría de Facturas', '/analisar-facturas', 'analyze.invoice', 'S A SC', 'S A'),
  row('Holded', '¿Quién Factura?', '/holded/providers', 'holded.providers', 'S A SC C', 'S A SC C'),
  row('Holded', 'Facturas', '/holded', 'holded.index', 'S A SC C', 'S A SC C'),
  row('Holded', 'Por Conciliar', '/holded/pending', 'holded.pending', 'S A SC C', 'S A SC C'),
  row('Holded', 'Ventas', '/sitesSales', 'sitesSales', 'S A SC C', 'S A SC C'),
  row('Holded', 'Cuentas', '/holded/accounts', 'holded.accounts', 'S A SC C', 'S A SC C'),
  row(
    'Holded',
    'Cuentas Contables Sincronizadas',
    '/holded/ledger-accounts',
    'holded.ledger-accounts',
    'S',
    'S'
  ),
  row('Impuestos', 'Modelos de Impuestos', '/taxes', 'typetaxes', 'S A SC C', 'S A SC C'),
  row('Impuestos', 'Resumen de Impuestos', '/taxdashboard', 'taxdashboard', 'S A SC C', 'S A SC C'),
  row('Impuestos', 'Impuestos por Empresa', '/taxesallsite', 'taxesallsite', 'S A SC C', 'S A SC C'),
  row('Préstamos', 'Resumen', '/loansResumen', 'loansResumen', 'S A SC', 'S A SC'),
  row('Préstamos', 'Listado', '/loans', 'loans', 'S A SC', 'S A SC'),
  row('Bancos', 'Ingresos de Reservas', '/bookingIncomes', 'bookingIncomes', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Qonto', '/qontos', 'qontos', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Stripe', '/stripes', 'stripes', 'S A', 'S A SC'),
  row('Bancos', 'PayPal', '/paypals', 'paypals', 'S A', 'S A SC'),
  row('Bancos', 'Wise', '/wises', 'wises', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Revolut Business', '/revoluts', 'revoluts', 'S A', 'S A SC'),
  row('Bancos', 'Mangopay', '/mangopays', 'mangopays', 'S A SC C', 'S A SC'),
  row('Bancos', 'Gestión de Tarjetas', '/cards', 'cards', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Virtualizaciones', '/accounts-virtuals', 'virtualizations', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Monitoreo de Saldos', '/balance-monitoring', 'balance.monitoring', 'S A SC C', 'S A SC C'),
  row('Bancos', 'Lista Negra IBAN', '/iban-blacklist', 'iban-blacklist.index', 'S A SC', 'S A SC'),
  row('Pagar', 'Pagar Nómina', '/paypayrolls', 'paypayrolls', 'S A SC', 'S A SC'),
  row('Pagar', 'Pagar Proveedores', '/paysuppliers', 'paysuppliers', 'S A SC C', 'S A SC C'),
  row('Pagar', 'Pagar Procedimientos', '/paylegalprocedures', 'paylegalprocedures', 'S A SC', 'S A SC'),
  row('Pagar', 'Pagos Recurrentes', '/payrecurrents', 'payrecurrents', 'S A SC', 'S A SC'),
  row('Pagar', 'Nota de Gastos', '/payexpenses', 'payexpenses', 'S A SC C', 'S A SC C AD'),
  row('Procedimientos Legales', 'Fases', '/phases', 'phases', 'S A SC', 'S A SC'),
  row('Procedimientos Legales', 'Procedimientos', '/legal_procedure', 'legal_procedure', 'S A SC', 'S A SC'),
  row('Refacturación', 'Configuración', '/configuracion-refacturacion', 'setting', 'S A SC', 'S A SC'),
  row('Refacturación', 'Transacciones', '/refacturacion', 'rebilling', 'S A SC', 'S A SC'),
  row('Refacturación', 'Histórico', '/refacturacion-historico', 'rebilling.history', 'S A SC', 'S A SC'),
  row(
    'Configuración',
    'Procesos Automáticos',
    '/automatic-processes',
    'automatic-processes.index',
    'S A',
    'S A',
    true
  ),
  row('Configuración', 'Autenticación 2FA', '/2faSecurity', '2faSecurity', 'S A SC C', 'S A SC C AD', true),
]

/** Entries of each surface, counted by hand in the specification: palette, drawer with the second factor, drawer without. */
export const EXPECTED_COUNTS: Record<Role, { palette: number; drawer: number; withoutTwoFactor: number }> = {
  s1st3ma: { palette: 46, drawer: 49, withoutTwoFactor: 49 },
  aprobador: { palette: 43, drawer: 46, withoutTwoFactor: 2 },
  superC0ntab1l1dad: { palette: 37, drawer: 42, withoutTwoFactor: 1 },
  c0ntab1l1dad: { palette: 24, drawer: 26, withoutTwoFactor: 1 },
  adm1n1strat0r: { palette: 2, drawer: 4, withoutTwoFactor: 1 },
}
