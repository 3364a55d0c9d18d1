import { FormPage } from '~/kit/form/form_page'
import { urlFor } from '~/urls'
import type { Choices } from '../choices'
import { SettingFields } from './setting_fields'
import { SettingTester } from './setting_tester'
import { useSettingForm } from './use_setting_form'

export default function SettingCreate({ choices }: { choices: Choices }) {
  const form = useSettingForm(null)
  return (
    <FormPage
      title="Nueva regla de refacturación"
      form={form}
      submitLabel="Crear regla"
      cancelHref={urlFor('setting')}
      aside={<SettingTester values={form.values} />}
    >
      <SettingFields form={form} choices={choices} />
    </FormPage>
  )
}
