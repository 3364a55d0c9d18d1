import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { RadioField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { EmployeePage } from './employee_page'
import styles from './employees.module.css'
import { TabForm } from './tab_form'

type Salary = {
  grossYearly: string
  netMonthly: string
  paymentsPerYear: string
  irpfPercent: string
  lockVersion: number
}

/** What the employee is paid: hidden until somebody asks, and who asks stays on record. */
export function SalaryPart({ page }: { page: EmployeePage }) {
  const { employee, hasSalary, isSelf } = page
  const [salary, setSalary] = useState<Salary | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  async function show() {
    setIsAsking(true)
    try {
      const answer = await callServer('POST', urlFor('employees.reveal', { id: employee.id }), {
        what: 'salary',
      })
      setSalary(((await answer.json()) as { data: Salary }).data)
    } catch (error) {
      console.error(error)
      showToast('error', 'No se ha podido mostrar el salario. Inténtelo de nuevo.')
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <Section
      title="Salario"
      actions={
        salary ? (
          <Button size="xs" variant="default" onClick={() => setSalary(null)}>
            Ocultar
          </Button>
        ) : (
          <Button size="xs" variant="default" loading={isAsking} onClick={show}>
            {hasSalary ? 'Mostrar el salario' : 'Introducir el salario'}
          </Button>
        )
      }
    >
      {salary ? (
        <SalaryForm
          employeeId={employee.id}
          salary={salary}
          isLocked={isSelf}
          onDone={() => setSalary(null)}
        />
      ) : (
        <p className={styles.small}>
          {hasSalary ? 'El salario está oculto. ' : 'Aún no se ha introducido. '}
          Cada consulta queda registrada en el historial.
        </p>
      )}
    </Section>
  )
}

type FormProps = { employeeId: number; salary: Salary; isLocked: boolean; onDone: () => void }

function SalaryForm({ employeeId, salary, isLocked, onDone }: FormProps) {
  const form = useFormSubmission({
    initial: {
      grossYearly: salary.grossYearly,
      netMonthly: salary.netMonthly,
      paymentsPerYear: salary.paymentsPerYear,
      irpfPercent: salary.irpfPercent,
    },
    method: 'put',
    url: urlFor('employees.salary.update', { id: employeeId }),
    transform: ({ grossYearly, netMonthly, paymentsPerYear, irpfPercent }) => ({
      grossYearly: grossYearly || null,
      netMonthly: netMonthly || null,
      paymentsPerYear,
      irpfPercent: irpfPercent.trim().replace(',', '.') || null,
      lockVersion: salary.lockVersion,
    }),
    onSuccess: onDone,
  })
  const shared = { isDisabled: isLocked }
  return (
    <TabForm form={form} isLocked={isLocked} submitLabel="Guardar el salario">
      {isLocked ? <p className={styles.small}>No puede modificar su propio salario.</p> : null}
      <div className={styles.pair}>
        <AmountField label="Bruto anual" {...shared} {...form.field('grossYearly')} />
        <AmountField label="Neto mensual" {...shared} {...form.field('netMonthly')} />
      </div>
      <div className={styles.pair}>
        <TextField label="IRPF (%)" help="De 0 a 47." {...shared} {...form.field('irpfPercent')} />
        <RadioField
          label="Pagas al año"
          options={[
            { value: '12', label: '12' },
            { value: '14', label: '14' },
          ]}
          {...shared}
          {...form.field('paymentsPerYear')}
        />
      </div>
    </TabForm>
  )
}
