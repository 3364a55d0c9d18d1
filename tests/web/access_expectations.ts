import { A, AD, C, ROLES, type Role, S, SC } from '#app/identity/roles'

/**
 * Who may do what, route by route, written by hand from the registry of pages and from the permissions of each area,
 * and not from the routes. A route that is not in here fails the test: whoever adds one says who may use it.
 */
export type Access =
  | { kind: 'public' }
  /** Only for those who are not signed in. */
  | { kind: 'guest' }
  /** `withoutTwoFactor`: also before the second factor. */
  | { kind: 'roles'; roles: readonly Role[]; withoutTwoFactor: boolean }

const NAMES: Record<string, Role> = { S, A, SC, C, AD }

/** Route names by the roles that may use them, with the second factor on. */
const WITH_TWO_FACTOR: Record<string, string[]> = {
  'S A SC C AD': ['accounts', 'announcements.index', 'exports.index', 'exports.download', 'exports.retry'],
  'S A SC C': [
    '/',
    'accounts.edit',
    'accounts.journal',
    'accounts.journal.show',
    'accounts.ledger',
    'accounts.manual',
    'accounts.manual.show',
    'accounts.periods',
    'accounts.reconcile',
    'accounts.trial-balance',
    'providers.index',
    'providers.options',
    'providers.store',
    'providers.edit',
    'providers.update',
    'providers.banks.store',
    'invoices',
    'invoices.store',
    'invoices.show',
    'invoices.original',
    'invoices.page',
    'invoices.markdown',
    'invoices.reread',
    'invoices.date.update',
    'invoices.number.update',
    'invoices.totals.update',
    'invoices.provider.update',
    'invoices.site.update',
    'invoices.bank.update',
    'invoices.header.update',
    'invoices.lines.store',
    'invoices.lines.update',
    'invoices.lines.destroy',
    'invoices.classification.update',
    'invoices.alarms.update',
    'invoices.submit',
    'invoices.complete',
    'invoices.duplicate',
    'invoices.dispute',
    'ocr.index',
    'paysuppliers',
    'paysuppliers.store',
    'paysuppliers.buffer',
    'payment_orders.show',
    'payment_orders.cancel',
    'payment_batches',
    'payment_batches.show',
    'historypay',
    'historypay.show',
    'resumen',
    'resumen.lines',
    'resumen.due',
    'dashboard.layout.update',
  ],
  'S A SC': [
    'providers.active',
    'providers.validate',
    'providers.block',
    'providers.banks.verify',
    'providers.banks.reject',
    'providers.banks.disable',
    'providers.banks.default',
    'invoices.approve',
    'invoices.return',
    'invoices.reject',
    'invoices.resolve',
    'payment_orders.settle',
    'payment_orders.fail',
    'payment_orders.return',
    'payment_batches.file',
    'payment_batches.send',
  ],
  'S SC C': [
    'accounts.plan.options',
    'accounts.manual.create',
    'accounts.manual.store',
    'accounts.manual.update',
    'accounts.manual.discard',
    'accounts.statements.create',
    'accounts.statements.preview',
    'accounts.statements.store',
    'accounts.statements.destroy',
    'accounts.suggestions.store',
    'accounts.lines.match',
    'accounts.lines.unmatch',
    'accounts.lines.entry',
    'accounts.lines.ignore',
    'invoices.book',
  ],
  'S SC': [
    'accounts.manual.approve',
    'accounts.manual.reverse',
    'accounts.periods.lock',
    'accounts.fiscal-years.move',
    'accounts.store',
    'accounts.update',
    'accounts.status.update',
    'invoices.unbook',
    'invoices.recover',
    'invoices.cancel',
    'historypay.imports.create',
    'historypay.imports.upload',
    'historypay.imports.store',
  ],
  'S A': [
    'payment_batches.cancel',
    'providers.unblock',
    'payment_orders.approve',
    'payment_orders.approve_many',
    'payment_orders.reject',
    'payment_batches.store',
  ],
  A: ['providers.banks.waive'],
  'S AD': [
    'users',
    'users.create',
    'users.store',
    'users.edit',
    'users.update',
    'users.suspend',
    'users.reactivate',
    'users.unlock',
    'users.two-factor.reset',
    'users.password-link',
    'users.sessions.clear',
    'users.sessions.destroy',
  ],
  S: [
    'users.archive',
    'accounts.periods.unlock',
    'announcements.manage',
    'announcements.create',
    'announcements.store',
    'announcements.edit',
    'announcements.update',
    'announcements.destroy',
    'announcements.publish',
    'announcements.withdraw',
    'historypay.imports.destroy',
  ],
}

/** The own account and the calls of the shell: everybody, also before the second factor. */
const OWN_ACCOUNT = [
  'logout',
  'user.theme',
  'user.table-density',
  '2faSecurity',
  '2faSecurity.active',
  '2faSecurity.enable',
  '2faSecurity.confirm',
  '2faSecurity.destroy',
  '2faSecurity.recovery-codes.store',
  '2faSecurity.sessions.destroy',
  '2faSecurity.sessions.clear',
  'step-up.store',
  'api.announcements.unread',
  'api.announcements.mark-multiple-read',
  'api.announcements.read',
  'api.announcements.dismiss',
  'announcements.image',
  'jobs.stream',
  'fallback.show',
]

const GUESTS = [
  'login',
  'login.store',
  'two-factor.challenge',
  'two-factor.challenge.store',
  'two-factor.challenge.old',
  'password.set',
  'password.set.store',
]

const EVERYBODY = ['health', 'GET /2fasecurity']

const rolesOf = (text: string): Role[] => text.split(' ').flatMap((name) => NAMES[name] ?? [])

export const ACCESS: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...Object.entries(WITH_TWO_FACTOR).flatMap(([roles, routes]) =>
    routes.map((route): [string, Access] => [
      route,
      { kind: 'roles', roles: rolesOf(roles), withoutTwoFactor: false },
    ])
  ),
  ...OWN_ACCOUNT.map((route): [string, Access] => [
    route,
    { kind: 'roles', roles: ROLES, withoutTwoFactor: true },
  ]),
  ...GUESTS.map((route): [string, Access] => [route, { kind: 'guest' }]),
  ...EVERYBODY.map((route): [string, Access] => [route, { kind: 'public' }]),
])
