import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { AbsenceList } from './absence_list'
import type { EmployeePage, Period } from './employee_page'
import styles from './employees.module.css'
import { SalaryPart } from './salary_part'
import { TabForm } from './tab_form'
import type { ContractForm } from './use_employee_forms'

type Props = { form: ContractForm; page: EmployeePage }

/** Where and how the employee works, for how much, and when. */
export function ContractTab({ form, page }: Props) {
  const { employee, options, absences, periods } = page
  const isLocked = employee.isAnonymised
  const shared = { isDisabled: isLocked }
  return (
    <>
      <TabForm form={form} isLocked={isLocked}>
        <div className={styles.pair}>
          <TextField label="Puesto" lengthMax={120} {...shared} {...form.field('position')} />
          <TextField label="Departamento" lengthMax={120} {...shared} {...form.field('department')} />
        </div>
        <div className={styles.pair}>
          <SelectField label="Centro" options={options.centers} {...shared} {...form.field('centerId')} />
          <PickerField
            label="Responsable"
            url={urlFor('employees.options')}
            {...shared}
            {...form.field('manager', 'manager_id')}
          />
        </div>
        <div className={styles.pair}>
          <SelectField
            label="Tipo de contrato"
            options={options.contractTypes}
            {...shared}
            {...form.field('contractType')}
          />
          <DayField label="Fecha de alta" isRequired {...shared} {...form.field('startedOn')} />
        </div>
        <div className={styles.pair}>
          <TextField label="Horas a la semana" {...shared} {...form.field('hoursWeek')} />
          <AmountField
            label="Límite de gastos"
            help="Por nota de gastos; vacío, sin límite propio."
            {...shared}
            {...form.field('expenseLimit')}
          />
        </div>
      </TabForm>
      {isLocked ? null : (
        <div className={styles.part}>
          <SalaryPart page={page} />
        </div>
      )}
      <div className={styles.part}>
        <Section title="Ausencias">
          <AbsenceList employee={employee} absences={absences} />
        </Section>
      </div>
      <div className={styles.part}>
        <Section title="Períodos de empleo">
          <PlainTable
            label="Períodos de empleo"
            rows={periods}
            columns={periodColumns}
            keyOf={(period) => period.id}
          />
        </Section>
      </div>
    </>
  )
}

const periodColumns: PlainColumn<Period>[] = [
  { key: 'started_on', header: 'Alta', cell: (period) => <Day value={period.startedOn} /> },
  { key: 'ended_on', header: 'Baja', cell: (period) => <Day value={period.endedOn} /> },
  {
    key: 'settlement',
    header: 'Finiquito',
    cell: (period) => (period.endedOn === null ? '–' : period.hasSettlement ? 'Sí' : 'No'),
  },
  { key: 'reason', header: 'Motivo', cell: (period) => period.reason ?? '–' },
]
