import { useState } from 'react'
import { today } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Policies } from './policies_dialog'

const subjects = [
  { value: 'house', label: 'Lo que paga la empresa' },
  { value: 'law', label: 'Límite exento de IRPF' },
]

/** What a day of a journey is paid with and what of it is free of income tax, each from a day on. */
export function AllowancesDialog({ policies, onClose }: { policies: Policies; onClose: () => void }) {
  const [subject, setSubject] = useState('house')
  const ofLaw = subject === 'law'
  const form = useAllowanceForm(policies, ofLaw ? 'law' : 'house', onClose)
  function choose(next: string) {
    setSubject(next)
    form.set({ kind: null })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Dietas y límites exentos"
      form={form}
      submitLabel="Guardar el importe"
      size="lg"
    >
      <AllowanceTables policies={policies} />
      {policies.isGroup ? (
        <RadioField name="subject" label="Qué cambia" options={subjects} value={subject} onChange={choose} />
      ) : null}
      {ofLaw ? null : (
        <SelectField
          label="Empresa"
          options={policies.sites}
          placeholder={policies.isGroup ? 'Todo el grupo' : undefined}
          isRequired={!policies.isGroup}
          {...form.field('siteId')}
        />
      )}
      <SelectField
        label="Tipo"
        isRequired
        options={ofLaw ? policies.limitKinds : policies.perDiemKinds}
        {...form.field('kind')}
      />
      <DayField label="Desde" isRequired {...form.field('validFrom')} />
      <AmountField label={ofLaw ? 'Importe exento' : 'Importe al día'} isRequired {...form.field('amount')} />
      {ofLaw ? <TextField label="Norma" isRequired lengthMax={120} {...form.field('source')} /> : null}
    </FormDialog>
  )
}

/** A new amount: of what the company pays, or of what the law leaves free of income tax. */
function useAllowanceForm(policies: Policies, subject: 'house' | 'law', onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      siteId: policies.isGroup ? null : (policies.sites[0]?.value ?? null),
      kind: null as string | null,
      validFrom: today() as string,
      amount: '',
      source: '',
    },
    url: urlFor(subject === 'law' ? 'payexpenses.legal-limits.update' : 'payexpenses.per-diems.store'),
    method: subject === 'law' ? 'put' : 'post',
    leaving: 'allow',
    onSuccess,
  })
}

/** What holds so far. */
function AllowanceTables({ policies }: { policies: Policies }) {
  return (
    <>
      <PlainTable
        label="Lo que paga la empresa al día"
        rows={policies.perDiems}
        keyOf={(row) => row.id}
        empty="La empresa no ha fijado importes: se propone el límite exento."
        columns={[
          { key: 'label', header: 'Lo que paga la empresa al día', cell: (row) => row.label },
          { key: 'site', header: 'Empresa', cell: (row) => row.site },
          { key: 'from', header: 'Desde', cell: (row) => <Day value={row.validFrom} /> },
          { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
        ]}
      />
      <PlainTable
        label="Límites exentos de IRPF"
        rows={policies.limits}
        keyOf={(limit) => limit.id}
        columns={[
          { key: 'label', header: 'Límite exento de IRPF', cell: (limit) => limit.label },
          { key: 'source', header: 'Norma', cell: (limit) => limit.source },
          { key: 'from', header: 'Desde', cell: (limit) => <Day value={limit.validFrom} /> },
          {
            key: 'amount',
            header: 'Importe',
            numeric: true,
            cell: (limit) => <Money value={limit.amount} />,
          },
        ]}
      />
    </>
  )
}
