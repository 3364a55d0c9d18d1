import { followBlacklist } from '#app/blacklist/sweepers'

/** The list of blocked accounts knows no employees: their accounts follow it from here. */
export default class EmployeesProvider {
  boot() {
    followBlacklist({
      noun: 'cuentas de empleados',
      affected: async (like, scope) =>
        (await import('#app/employees/actions/sweep_listed_banks')).affectedBanks(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/employees/actions/sweep_listed_banks')).sweepListedBanks(ids, actor),
    })
  }
}
