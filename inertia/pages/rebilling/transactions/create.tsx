import { SegmentedControl } from '@mantine/core'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormPage } from '~/kit/form/form_page'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { AllocationFields } from '../allocation_fields'
import type { Choices } from '../choices'
import styles from '../rebilling.module.css'
import { TermFields } from '../term_fields'
import { CostsField } from './costs_field'
import { type ChargeForm, useChargeForm } from './use_charge_form'

export default function ChargeCreate({ choices }: { choices: Choices }) {
  const form = useChargeForm()
  const { sites } = useShared()
  return (
    <FormPage
      title="Nueva refacturación"
      subtitle="Queda en borrador: se aprueba en las dos empresas antes de emitirse."
      form={form}
      submitLabel="Crear borrador"
      cancelHref={urlFor('rebilling')}
    >
      <div className={styles.pair}>
        <SelectField
          label="Empresa de origen"
          help="La que soporta el gasto primero."
          isRequired
          options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('originSiteId')}
          onChange={(origin) => form.set({ originSiteId: origin, costs: [] })}
        />
        <DayField label="Fecha" isRequired {...form.field('chargedOn')} />
      </div>
      <TextField
        label="Concepto"
        isRequired
        lengthMax={200}
        placeholder="Licencias de software de noviembre"
        {...form.field('concept')}
      />
      <WhatIsCharged form={form} />
      <AllocationFields legend="Destinos y reparto" form={form} choices={choices} />
      <fieldset className={styles.group}>
        <legend>Cómo se refactura</legend>
        <TermFields form={form} choices={choices} />
        <DayField label="Vencimiento" help="Vacío: a 30 días de la emisión." {...form.field('dueOn')} />
      </fieldset>
    </FormPage>
  )
}

/** Documents of the books, or an amount that no document is behind. */
function WhatIsCharged({ form }: { form: ChargeForm }) {
  const { by, originSiteId, costs } = form.values
  return (
    <fieldset className={styles.group}>
      <legend>Qué se refactura</legend>
      <SegmentedControl
        aria-label="Qué se refactura"
        data={[
          { value: 'costs', label: 'Gastos contabilizados' },
          { value: 'manual', label: 'Un importe' },
        ]}
        value={by}
        onChange={(chosen) => form.set({ by: chosen as typeof by })}
      />
      {by === 'manual' ? (
        <div className={styles.pair}>
          <AmountField label="Importe" isRequired isNegativeAllowed {...form.field('manualAmount')} />
          <TextField
            label="Cuenta de gasto"
            isRequired
            placeholder="629"
            help="La del gasto en el origen; el destino usa la misma salvo que se indique otra."
            {...form.field('manualAccount')}
          />
        </div>
      ) : originSiteId === null ? (
        <p className={styles.quiet}>Elija primero la empresa de origen.</p>
      ) : (
        <CostsField
          key={originSiteId}
          siteId={originSiteId}
          chosen={costs}
          errors={form.errors}
          onChange={(chosen) => form.set({ costs: chosen })}
        />
      )}
      {form.errors.costs ? (
        <p className={styles.error} role="alert">
          {form.errors.costs}
        </p>
      ) : null}
    </fieldset>
  )
}
