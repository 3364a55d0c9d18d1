import { DetailPage } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { BankTab } from './bank_tab'
import { ContractTab } from './contract_tab'
import { DataTab } from './data_tab'
import { DocumentsTab } from './documents_tab'
import { employeeHistory } from './employee_history'
import type { EmployeePage } from './employee_page'
import { EmployeeState } from './employee_state'
import { NotesTab } from './notes_tab'
import { PayrollsTab } from './payrolls_tab'
import { useContractForm, useDataForm } from './use_employee_forms'

export default function EmployeeEdit(page: EmployeePage) {
  const { employee, banks } = page
  // Kept here, so that what is typed outlives a look at another tab.
  const dataForm = useDataForm(employee, page.data)
  const contractForm = useContractForm(employee, page.contract)
  return (
    <DetailPage
      title={employee.name}
      subtitle={[employee.code, employee.position, employee.site.name].filter(Boolean).join(' · ')}
      status={<StatusBadge {...employee.status} />}
      back={urlFor('employees')}
      rail={<EmployeeState employee={employee} absences={page.absences} />}
      tabs={[
        { value: 'data', label: 'Datos', content: <DataTab form={dataForm} employee={employee} /> },
        {
          value: 'contract',
          label: 'Contrato',
          content: <ContractTab form={contractForm} page={page} />,
        },
        { value: 'banks', label: `Banco (${banks.length})`, content: <BankTab page={page} /> },
        {
          value: 'payrolls',
          label: `Nóminas (${page.payrolls.length})`,
          content: <PayrollsTab page={page} />,
        },
        {
          value: 'notes',
          label: `Notas de gastos (${page.notes.length})`,
          content: <NotesTab page={page} />,
        },
        {
          value: 'documents',
          label: `Documentos (${page.documents.length})`,
          content: <DocumentsTab page={page} />,
        },
        {
          value: 'history',
          label: 'Historial',
          content: <Timeline events={employeeHistory(page.events, page.options)} />,
        },
      ]}
    />
  )
}
