import { useEffect, useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { sentName } from '~/kit/form/sent_names'
import { urlFor } from '~/urls'
import { ExplanationView } from './explanation_view'
import type { FormChoices, Named } from './profile_types'
import styles from './profiles.module.css'
import { useExplanation } from './use_explanation'

type Props = {
  title: string
  help: string
  url: string
  /** What is sent beside the text: the unsaved profile. */
  more?: Record<string, unknown>
  provider: Named | null
  sites?: FormChoices['sites']
  initial?: string
}

const start = { text: '', description: '', siteId: null as string | null, amount: '' }

/** A text, whose it is and its amount, explained while one types and while the profile beside it changes. */
export function Tester({ title, help, url, more, provider, sites = [], initial = '' }: Props) {
  const [values, setValues] = useState({ ...start, text: initial })
  const [chosen, setChosen] = useState<PickerOption | null>(null)
  const { explanation, problem, ask } = useExplanation(url)
  const providerId = provider?.id ?? (chosen ? Number(chosen.value) : null)
  const body = {
    ...more,
    text: values.text,
    description: values.description || null,
    providerId,
    siteId: values.siteId === null ? null : Number(values.siteId),
    amount: values.amount || null,
  }
  const asked = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the text of its body; asking is stable
  useEffect(() => ask(JSON.parse(asked)), [asked])
  const bind = <Name extends keyof typeof values>(name: Name) => ({
    name: `tester_${sentName(name)}`,
    value: values[name],
    onChange: (value: (typeof values)[Name]) => setValues((current) => ({ ...current, [name]: value })),
  })
  return (
    <Section title={title}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{help}</p>
        <TextAreaField label="Concepto" lengthMax={500} {...bind('text')} />
        <TextField label="Descripción de la factura" lengthMax={500} {...bind('description')} />
        <div className={styles.pair}>
          <AmountField label="Importe" {...bind('amount')} />
          {sites.length > 0 ? (
            <SelectField
              label="Empresa"
              options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...bind('siteId')}
            />
          ) : null}
        </div>
        {provider ? null : (
          <PickerField
            label="Proveedor"
            url={urlFor('providers.options')}
            name="tester_provider"
            value={chosen}
            onChange={setChosen}
          />
        )}
        <div aria-live="polite">
          {problem ? <p className={styles.problem}>{problem}</p> : null}
          {explanation ? <ExplanationView explanation={explanation} /> : null}
        </div>
      </div>
    </Section>
  )
}
