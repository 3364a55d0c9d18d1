import { Button } from '@mantine/core'
import { useState } from 'react'
import { today } from '#app/kernel/time/calendar_date'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FormPage } from '~/kit/form/form_page'
import { urlFor } from '~/urls'
import type { Choices } from '../choices'
import styles from '../rebilling.module.css'
import { SettingFields } from './setting_fields'
import { SettingTester } from './setting_tester'
import { type ShownSetting, useSettingForm } from './use_setting_form'

const events: Record<string, EventName> = {
  'rebilling_setting.created': { title: 'Creada' },
  'rebilling_setting.updated': { title: 'Cambiada' },
  'rebilling_setting.switched_on': { title: 'Activada', tone: 'green' },
  'rebilling_setting.switched_off': { title: 'Desactivada', tone: 'amber' },
  'rebilling_setting.recalculated': { title: 'Propuestas recalculadas', tone: 'blue' },
}

const fields: Record<string, string> = {
  name: 'Nombre',
  allocationKey: 'Clave',
  textFilter: 'Texto del concepto',
  markupBasisPoints: 'Margen (centésimas)',
  incomeAccount: 'Cuenta de ingreso',
  expenseAccount: 'Cuenta de gasto',
  autoPropose: 'Propone sola',
  validFrom: 'Desde',
  validTo: 'Hasta',
  priority: 'Prioridad',
  active: 'Activa',
}

type Props = { setting: ShownSetting; choices: Choices; events: AuditEntry[] }

export default function SettingEdit({ setting, choices, events: history }: Props) {
  const form = useSettingForm(setting)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      <FormPage
        title={setting.name}
        subtitle="Los cambios valen para los gastos que aún no se han propuesto."
        form={form}
        submitLabel="Guardar cambios"
        cancelHref={urlFor('setting')}
        actions={
          <Button variant="default" onClick={() => setConfirmation(recalculate(setting))}>
            Recalcular propuestas
          </Button>
        }
        aside={
          <div className={styles.stack}>
            <SettingTester values={form.values} />
            <Section title="Historial">
              <Timeline
                events={timelineOf(history, events, fields, { isShown: (field) => field in fields })}
              />
            </Section>
          </div>
        }
      >
        <SettingFields form={form} choices={choices} />
      </FormPage>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const recalculate = ({ id, name, proposed }: ShownSetting): Confirmation => ({
  title: 'Recalcular propuestas',
  question: `Las propuestas de «${name}» que nadie ha aprobado (${proposed}) se calculan de nuevo con la regla guardada. Los importes que se hayan editado se pierden.`,
  submitLabel: 'Recalcular',
  values: { until: today() },
  url: urlFor('setting.recalculate', { id }),
})
