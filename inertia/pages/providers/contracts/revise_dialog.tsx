import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { ContractPage } from './contract_page'
import styles from './contracts.module.css'
import { priceText } from './price_text'

type Revised = { code: string; description: string; current: string; revised: string }

const columns: PlainColumn<Revised>[] = [
  { key: 'code', header: 'Código', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'current', header: 'Ahora', numeric: true, cell: (row) => priceText(row.current) },
  { key: 'revised', header: 'Revisado', numeric: true, cell: (row) => priceText(row.revised) },
]

/** Revises the prices as the contract says, and shows them before they are kept. */
export function ReviseDialog({ page, onClose }: { page: ContractPage; onClose: () => void }) {
  const { contract, facts } = page
  const [preview, setPreview] = useState<Revised[] | 'failed' | null>(null)
  const form = useFormSubmission({
    initial: { effectiveOn: '', indexMonth: '', percent: '', reason: '' },
    url: urlFor('provider-contracts.revise', { id: contract.id }),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })

  async function look() {
    try {
      const url = urlFor('provider-contracts.revise.preview', { id: contract.id })
      const answer = await callServer('POST', url, nullForEmpty(form.values))
      setPreview(((await answer.json()) as { data: Revised[] }).data)
    } catch {
      setPreview('failed')
    }
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Revisar precios"
      form={form}
      submitLabel="Revisar precios"
      size="lg"
    >
      <p className={styles.small}>
        {facts.indexation}
        {facts.indexPercent ? `: ${facts.indexPercent.replace('.', ',')} %` : ''}
        {facts.indexBaseMonth ? `, mes base ${facts.indexBaseMonth}` : ''}
        {facts.indexFloor ? '. Nunca a la baja.' : '.'} Los precios anteriores se conservan.
      </p>
      <DayField label="Aplicar desde" isRequired {...form.field('effectiveOn')} />
      {facts.indexKind === 'ipc' ? (
        <TextField label="Mes del IPC" placeholder="2027-01" isRequired {...form.field('indexMonth')} />
      ) : null}
      {facts.indexKind === 'manual' ? (
        <TextField label="Porcentaje" placeholder="2,50" isRequired {...form.field('percent')} />
      ) : null}
      <TextAreaField
        label="Motivo"
        isRequired={facts.indexKind === 'manual'}
        lengthMax={500}
        {...form.field('reason')}
      />
      <div>
        <Button variant="default" size="xs" onClick={look}>
          Ver los precios revisados
        </Button>
      </div>
      {preview === 'failed' ? (
        <p className={styles.over} role="alert">
          No se pueden calcular con estos datos: complete los campos y pulse «Revisar precios» para ver qué
          falta.
        </p>
      ) : null}
      {Array.isArray(preview) ? (
        <PlainTable label="Precios revisados" rows={preview} columns={columns} keyOf={(row) => row.code} />
      ) : null}
    </FormDialog>
  )
}
