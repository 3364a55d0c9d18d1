import type { BankAct, Payee, PayeeBank } from '~/kit/payee_banks/bank_types'
import { PayeeBanks } from '~/kit/payee_banks/payee_banks'
import { urlFor } from '~/urls'
import type { EmployeePage } from './employee_page'

const routes = {
  verify: 'employees.banks.verify',
  reject: 'employees.banks.reject',
  disable: 'employees.banks.disable',
  default: 'employees.banks.default',
  waive: 'employees.banks.waive',
} as const

/** Where an employee is paid. */
export function BankTab({ page }: { page: EmployeePage }) {
  const { employee, banks, options } = page
  const payee: Payee = {
    noun: 'empleado',
    name: employee.name,
    urls: {
      store: urlFor('employees.banks.store', { id: employee.id }),
      act: (act: BankAct, bank: PayeeBank) => urlFor(routes[act], { id: employee.id, bank: bank.id }),
      reveal: urlFor('employees.reveal', { id: employee.id }),
    },
    methods: options.verificationMethods,
    canChange: true,
    coolingHours: page.coolingHours,
    accountKinds: null,
    isNamed: false,
    sites: null,
  }
  return (
    <PayeeBanks
      payee={payee}
      banks={banks}
      canAdd={!employee.isAnonymised}
      note="Al añadir una se avisa al empleado por correo."
    />
  )
}
