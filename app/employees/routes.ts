import router from '@adonisjs/core/services/router'
import { A } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const Employees = () => import('#app/employees/controllers/employees_controller')
const Contracts = () => import('#app/employees/controllers/employee_contracts_controller')
const Salaries = () => import('#app/employees/controllers/employee_salaries_controller')
const Absences = () => import('#app/employees/controllers/employee_absences_controller')
const Terminations = () => import('#app/employees/controllers/employee_terminations_controller')
const Documents = () => import('#app/employees/controllers/employee_documents_controller')
const Banks = () => import('#app/employees/controllers/employee_banks_controller')

const number = router.matchers.number()
const files = { kind: 'employees', at: 'employees/imports', name: 'employees.imports' }

router
  .group(() => {
    router.get('employees', [Employees, 'index']).as('employees')
    router.get('employees/options', [Employees, 'options']).as('employees.options')
    router.get('employees/user-options', [Contracts, 'index']).as('employees.user-options')
    router.post('employees', [Employees, 'store']).as('employees.store')
    router.get('employees/:id/edit', [Employees, 'edit']).as('employees.edit')
    router.put('employees/:id', [Employees, 'update']).as('employees.update')
    router.put('employees/:id/contract', [Contracts, 'update']).as('employees.contract.update')
    router.put('employees/:id/salary', [Salaries, 'update']).as('employees.salary.update')
    router.post('employees/:id/reveal', [Salaries, 'show']).as('employees.reveal')
    router.post('employees/:id/absences', [Absences, 'store']).as('employees.absences.store')
    router.put('employees/:id/absences', [Absences, 'update']).as('employees.absences.end')
    router.delete('employees/:id/absences/:absence', [Absences, 'destroy']).as('employees.absences.cancel')
    router.post('employees/:id/termination', [Terminations, 'store']).as('employees.terminate')
    router.put('employees/:id/termination', [Terminations, 'update']).as('employees.rehire')
    router.delete('employees/:id/termination', [Terminations, 'destroy']).as('employees.termination.cancel')
    router.post('employees/:id/documents', [Documents, 'store']).as('employees.documents.store')
    router.get('employees/:id/documents/:document', [Documents, 'show']).as('employees.documents.show')
    router
      .delete('employees/:id/documents/:document', [Documents, 'destroy'])
      .as('employees.documents.destroy')
    importRoutes(files)
    importUndoRoute(files)
  })
  .where('id', number)
  .where('absence', number)
  .where('document', number)
  .use(middleware.page({ entry: 'employees' }))

// Where somebody is paid is where money is lost: changing it asks for the second factor again (area 21).
router
  .group(() => {
    router.post('employees/:id/banks', [Banks, 'store']).as('employees.banks.store')
    router.post('employees/:id/banks/:bank/verification', [Banks, 'verify']).as('employees.banks.verify')
    router.delete('employees/:id/banks/:bank/verification', [Banks, 'reject']).as('employees.banks.reject')
    router.delete('employees/:id/banks/:bank', [Banks, 'destroy']).as('employees.banks.disable')
    router.patch('employees/:id/banks/:bank/default', [Banks, 'setDefault']).as('employees.banks.default')
  })
  .where('id', number)
  .where('bank', number)
  .use([middleware.page({ entry: 'employees' }), middleware.stepUp()])

router
  .post('employees/:id/banks/:bank/cooling-waiver', [Banks, 'waive'])
  .as('employees.banks.waive')
  .where('id', number)
  .where('bank', number)
  .use([middleware.page({ entry: 'employees', roles: [A] }), middleware.stepUp()])
