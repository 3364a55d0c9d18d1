import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { type ContractForm, type ContractOptions, emptyContract, useContractForm } from './contract_form'
import type { Choice } from './contract_row'
import styles from './contracts.module.css'
import { accepted, formatsText } from './file_formats'
import { FormTabs } from './form_tabs'
import { useFormParts } from './use_form_parts'

type Props = { options: ContractOptions; provider: Choice | null }

export default function ContractCreate({ options, provider }: Props) {
  const { sites } = useShared()
  const [only, ...others] = sites
  const form = useContractForm({
    initial: {
      ...emptyContract,
      provider,
      siteIds: only && others.length === 0 ? [String(only.id)] : [],
      signed: [] as File[],
      annexes: [] as File[],
    },
    url: urlFor('provider-contracts.store'),
    method: 'post',
    more: ({ signed, annexes }) => ({ signed: signed[0] ?? null, annexes }),
  })
  const drop = { accept: accepted, formatsText, progress: null, errors: form.errors }
  const parts = useFormParts(form.errors)
  return (
    <FormPage
      placeOf={parts.placeOf}
      title="Nuevo contrato"
      subtitle="Se guarda como borrador; otra persona lo aprueba."
      form={form}
      submitLabel="Guardar borrador"
      cancelHref={urlFor('provider-contracts.index')}
    >
      <FormTabs
        parts={parts}
        form={form as unknown as ContractForm}
        options={options}
        files={
          <div className={styles.stack}>
            <FileDrop
              {...drop}
              label="Contrato firmado"
              countMax={1}
              help="PDF o imagen, hasta 20 MB"
              {...form.field('signed')}
            />
            <FileDrop
              {...drop}
              label="Anexos"
              countMax={20}
              help="PDF o imagen, hasta 20 MB"
              {...form.field('annexes')}
            />
            {form.errors.files ? (
              <p className={styles.over} role="alert">
                {form.errors.files}
              </p>
            ) : null}
          </div>
        }
      />
    </FormPage>
  )
}
