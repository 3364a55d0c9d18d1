import { useState } from 'react'
import { countText } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { ReasonField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import styles from './providers.module.css'

type Side = { id: number; code: string; name: string; taxId: string | null; status: string }
type Preview = {
  obstacles: string[]
  source: Side | null
  target: Side | null
  moves: { label: string; count: number }[]
  balances: { site: string; code: string; balance: MoneyValue }[]
  sharedBanks: number
  needsConfirmation: boolean
}

type Props = { source: { id: number; name: string } | null; onClose: () => void }

/** Two suppliers that are one: what would move is shown before anybody says yes; nothing takes it back. */
export function MergeDialog({ source, onClose }: Props) {
  const { from, setFrom, form, preview, loading } = useMerge(source, onClose)
  const isStopped = preview === null || preview.obstacles.length > 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Fusionar proveedores"
      form={form}
      submitLabel="Fusionar"
      isDangerous
      isDisabled={isStopped || (preview.needsConfirmation && !form.values.isConfirmed)}
      size="lg"
    >
      <p className={styles.small}>
        Todo lo del primero pasa al segundo y el primero deja de existir por su cuenta. No se puede deshacer.
      </p>
      <PickerField
        label="Proveedor que desaparece"
        isRequired
        isDisabled={source !== null}
        url={urlFor('providers.options')}
        placeholder="Nombre o NIF"
        name="source_id"
        value={from}
        onChange={setFrom}
      />
      <PickerField
        label="Proveedor que queda"
        isRequired
        url={urlFor('providers.options')}
        placeholder="Nombre o NIF"
        {...form.field('targetId')}
      />
      {preview ? <Moves preview={preview} /> : null}
      {loading.hasFailed ? <LoadFailure text="No se ha podido ver qué pasaría." {...loading} /> : null}
      {preview && preview.obstacles.length === 0 ? (
        <>
          {preview.needsConfirmation ? (
            <CheckboxField
              label={`Son el mismo proveedor aunque sus NIF no coincidan (${preview.source?.taxId ?? 'sin NIF'} y ${preview.target?.taxId ?? 'sin NIF'}).`}
              {...form.field('isConfirmed')}
            />
          ) : null}
          <ReasonField {...form.field('reason')} />
        </>
      ) : null}
    </FormDialog>
  )
}

/** Which two are merged, and what would move: the server is asked as soon as both are known. */
function useMerge(source: Props['source'], onSuccess: () => void) {
  const [from, setFrom] = useState<PickerOption | null>(
    source ? { value: String(source.id), label: source.name } : null
  )
  const form = useFormSubmission({
    initial: { targetId: null as PickerOption | null, reason: '', isConfirmed: false },
    url: urlFor('providers.merge', { id: Number(from?.value ?? 0) }),
    leaving: 'allow',
    transform: ({ targetId, reason, isConfirmed }) => ({
      targetId: targetId === null ? null : Number(targetId.value),
      reason,
      isConfirmed,
    }),
    onSuccess,
  })
  const into = form.values.targetId
  const { answer, ...loading } = useAnswer<{ data: Preview }>(
    from && into
      ? {
          url: withQuery(urlFor('providers.merge.show', { id: Number(from.value) }), {
            target_id: into.value,
          }),
        }
      : null
  )
  return { from, setFrom, form, preview: answer?.data ?? null, loading }
}

function Moves({ preview }: { preview: Preview }) {
  if (preview.obstacles.length > 0)
    return (
      <div role="alert" className={styles.obstacles}>
        <strong>Ahora no se pueden fusionar</strong>
        <ul className={styles.found}>
          {preview.obstacles.map((obstacle) => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
      </div>
    )
  const { moves, balances, sharedBanks: shared } = preview
  return (
    <div className={styles.stack} aria-live="polite">
      <strong>Pasa a {preview.target?.name}</strong>
      <ul className={styles.found}>
        {moves.map(({ label, count }) => (
          <li key={label}>
            <span className="num">{countText(count)}</span> {label}
          </li>
        ))}
        {shared > 0 ? (
          <li>
            <span className="num">{countText(shared)}</span> cuentas bancarias que el otro ya tiene: queda la
            suya
          </li>
        ) : null}
        {balances.map(({ site, code, balance }) => (
          <li key={`${site} ${code}`}>
            <Money value={balance} /> que le debe {site} (cuenta <span className="num">{code}</span>), con un
            asiento de traspaso de hoy
          </li>
        ))}
        {moves.length === 0 && shared === 0 && balances.length === 0 ? (
          <li>Sus datos; no tiene documentos.</li>
        ) : null}
      </ul>
    </div>
  )
}
