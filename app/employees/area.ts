import { followBlacklist } from '#app/blacklist/sweepers'
import { answerPorts } from '#app/employees/answers'
import { defineArea } from '#app/kernel/area'

/** Employees and their bank details. */
export const employees = defineArea({
  name: 'employees',
  floor: 7,
  tables: ['employees', 'employee_periods', 'employee_absences', 'employee_banks', 'employee_documents'],
  parties: [
    {
      type: 'employee',
      name: (id) => `select full_name from employees where id = ${id}`,
      byTaxId: `select distinct on (tax_id) id, tax_id, full_name as name from employees
        where tax_id = any(:taxIds::text[]) and site_id = :siteId order by tax_id, (status = 'terminated'), id desc`,
    },
  ],
  menu: {
    employees: ['employees/employees/edit', 'employees/imports/create'],
  },
  imports: { employees: async () => (await import('#app/employees/import/employee_import')).employeeImport },
  routes: [() => import('#app/employees/routes')],
  jobs: [
    async () => (await import('#app/employees/jobs/follow_calendar_job')).followCalendarJob,
    async () => (await import('#app/employees/jobs/forget_people_job')).forgetPeopleJob,
  ],
  refusals: {
    CE001: 'Este cambio de estado del empleado no es posible: recargue la página.',
    CE002: 'Las fechas del empleado no coinciden con las de sus períodos: recargue la página.',
    CE003: 'Este IBAN está en la lista negra y no puede guardarse.',
    CE004: 'Una cuenta bancaria no se modifica: deshabilítela y añada otra.',
    CE005: 'No puede verificar la cuenta en la que cobra usted.',
  },
  /** The list of blocked accounts knows no employees: their accounts follow it from here. */
  boot() {
    answerPorts()
    followBlacklist({
      noun: 'cuentas de empleados',
      affected: async (like, scope) =>
        (await import('#app/employees/actions/sweep_listed_banks')).affectedBanks(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/employees/actions/sweep_listed_banks')).sweepListedBanks(ids, actor),
    })
  },
})
