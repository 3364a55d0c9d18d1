import { Button } from '@mantine/core'
import { useState } from 'react'
import { today } from '#app/kernel/time/calendar_date'
import type { AuditEntry } from '~/kit/detail/audit_timeline'
import { Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FormPage } from '~/kit/form/form_page'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { Choices } from '../choices'
import styles from '../rebilling.module.css'
import { SettingFields } from './setting_fields'
import { settingHistory } from './setting_history'
import { SettingTester } from './setting_tester'
import { type ShownSetting, useSettingForm } from './use_setting_form'

type Props = { setting: ShownSetting; choices: Choices; events: AuditEntry[] }

export default function SettingEdit({ setting, choices, events }: Props) {
  const form = useSettingForm(setting)
  const { sites } = useShared()
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
              <Timeline events={settingHistory(events, choices, sites)} />
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
