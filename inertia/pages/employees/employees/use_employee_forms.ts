import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { EmployeeContract, EmployeeData, EmployeeHead } from './employee_page'

/** Who the employee is, as the form keeps it, sent against the version that was shown. */
export function useDataForm(employee: EmployeeHead, data: EmployeeData) {
  return useFormSubmission({
    initial: {
      code: data.code,
      firstName: data.firstName,
      lastName: data.lastName,
      taxId: data.taxId,
      socialSecurityNo: data.socialSecurityNo,
      birthDate: data.birthDate,
      email: data.email,
      phone: data.phone,
      address: data.address,
      user: data.user,
    },
    method: 'put',
    url: urlFor('employees.update', { id: employee.id }),
    transform: ({ user, ...texts }) => ({
      ...nullForEmpty(texts),
      userId: user === null ? null : Number(user.value),
      lockVersion: employee.lockVersion,
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
      centerId: contract.centerId,
      manager: contract.manager,
      contractType: contract.contractType,
      startedOn: contract.startedOn,
      hoursWeek: contract.hoursWeek,
      expenseLimit: contract.expenseLimit,
    },
    method: 'put',
    url: urlFor('employees.contract.update', { id: employee.id }),
    transform: ({ manager, centerId, hoursWeek, ...texts }) => ({
      ...nullForEmpty(texts),
      centerId: centerId === null ? null : Number(centerId),
      managerId: manager === null ? null : Number(manager.value),
      hoursWeek: hoursWeek.trim().replace(',', '.') || null,
      lockVersion: employee.lockVersion,
    }),
  })
}

export type ContractForm = ReturnType<typeof useContractForm>
