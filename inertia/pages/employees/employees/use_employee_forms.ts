import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { EmployeeContract, EmployeeData, EmployeeHead } from './employee_page'

/** Who the employee is, as the form keeps it, sent against the version that was shown. */
export function useDataForm(employee: EmployeeHead, data: EmployeeData) {
  return useFormSubmission({
    initial: {
      code: data.code,
      first_name: data.firstName,
      last_name: data.lastName,
      tax_id: data.taxId,
      social_security_no: data.socialSecurityNo,
      birth_date: data.birthDate,
      email: data.email,
      phone: data.phone,
      address: data.address,
      user: data.user,
    },
    method: 'put',
    url: urlFor('employees.update', { id: employee.id }),
    transform: ({ user, ...texts }) => ({
      ...nullForEmpty(texts),
      user_id: user === null ? null : Number(user.value),
      lock_version: employee.lockVersion,
    }),
  })
}

export type DataForm = ReturnType<typeof useDataForm>

/** Where and how the employee works. */
export function useContractForm(employee: EmployeeHead, contract: EmployeeContract) {
  return useFormSubmission({
    initial: {
      position: contract.position,
      department: contract.department,
      center_id: contract.centerId,
      manager: contract.manager,
      contract_type: contract.contractType,
      started_on: contract.startedOn,
      hours_week: contract.hoursWeek,
      expense_limit: contract.expenseLimit,
    },
    method: 'put',
    url: urlFor('employees.contract.update', { id: employee.id }),
    transform: ({ manager, center_id, hours_week, ...texts }) => ({
      ...nullForEmpty(texts),
      center_id: center_id === null ? null : Number(center_id),
      manager_id: manager === null ? null : Number(manager.value),
      hours_week: hours_week.trim().replace(',', '.') || null,
      lock_version: employee.lockVersion,
    }),
  })
}

export type ContractForm = ReturnType<typeof useContractForm>
