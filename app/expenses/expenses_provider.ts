import { provideExpenseNotes } from '#app/employees/expense_notes'
import { followMerges } from '#app/providers/merge_followers'

/** Employees and suppliers know nothing of expense notes: what they need of them is registered here. */
export default class ExpensesProvider {
  boot() {
    provideExpenseNotes({
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
  }
}
