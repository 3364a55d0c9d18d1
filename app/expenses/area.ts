import { employeeNotes } from '#app/employees/expense_notes'
import { invariants } from '#app/expenses/invariants'
import { defineArea } from '#app/kernel/area'
import { followMerges } from '#app/providers/merge_followers'

/** Expense notes. */
export const expenses = defineArea({
  name: 'expenses',
  floor: 10,
  tables: [
    'expense_notes',
    'expense_note_lines',
    'expense_note_files',
    'expense_note_links',
    'expense_note_messages',
    'expense_note_rebillings',
    'expense_policies',
    'expense_limits',
    'expense_per_diems',
    'email_templates',
  ],
  invariants,
  documents: [
    {
      type: 'expense_note',
      label: 'Nota de gastos',
      path: (id) => `/payexpenses/${id}`,
      number: (id) => `select dn.number from expense_notes dn where dn.id = ${id}`,
    },
  ],
  menu: {
    payexpenses: [],
  },
  routes: [() => import('#app/expenses/routes')],
  jobs: [
    async () => (await import('#app/expenses/jobs/read_receipts_job')).readReceiptsJob,
    async () => (await import('#app/expenses/jobs/remind_claimants_job')).remindClaimantsJob,
  ],
  refusals: {
    CN001: 'Ese paso no es posible para esta nota de gastos: recargue la página.',
    CN002: 'Una nota de gastos resuelta no se modifica: anule antes su aprobación.',
    CN003: 'La nota de gastos no tiene las aprobaciones que necesita.',
    CN004: 'Las líneas no suman el total de la nota de gastos: recargue la página.',
    CN005: 'El importe supera lo pendiente de la nota de gastos: recargue la página.',
    CN006: 'No puede aprobar una nota de gastos suya ni su pago.',
    CN007: 'El reparto supera lo aprobado de la nota de gastos.',
  },
  /** Employees and suppliers know nothing of expense notes: what they need of them is registered here. */
  boot() {
    employeeNotes.answer({
      list: async (employeeId) =>
        (await import('#app/expenses/queries/employee_notes')).listEmployeeNotes(employeeId),
      open: async (employeeId, client) =>
        (await import('#app/expenses/queries/employee_notes')).openNotes(employeeId, client),
    })
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/expenses/actions/merge_notes')).countNotes(sourceId, trx),
      refuse: async (pair, trx) =>
        (await import('#app/expenses/actions/merge_notes')).refuseOwedNotes(pair, trx),
      move: async (merge, trx) => (await import('#app/expenses/actions/merge_notes')).mergeNotes(merge, trx),
    })
  },
})
