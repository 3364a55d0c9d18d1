import { FormPage } from '~/kit/form/form_page'
import { urlFor } from '~/urls'
import { type ContractOptions, type ContractValues, emptyItem, useContractForm } from './contract_form'
import type { ContractFile, ContractHead } from './contract_page'
import { FilesPart } from './files_part'
import { FormTabs } from './form_tabs'
import { useFormParts } from './use_form_parts'

type Props = {
  contract: ContractHead
  values: ContractValues
  files: ContractFile[]
  options: ContractOptions
}

export default function ContractEdit({ contract, values, files, options }: Props) {
  const form = useContractForm({
    initial: { ...values, items: values.items.length > 0 ? values.items : [emptyItem] },
    url: urlFor('provider-contracts.update', { id: contract.id }),
    method: 'put',
    more: () => ({ lockVersion: contract.lockVersion }),
  })
  const parts = useFormParts(form.errors)
  return (
    <FormPage
      placeOf={parts.placeOf}
      title={`${contract.reference} · ${contract.title}`}
      subtitle={
        contract.parent
          ? `Adenda de ${contract.parent.reference}: sus precios valen desde su inicio y los anteriores se conservan. Un fin, importe o tope que indique aquí sustituye al del contrato al aprobarse.`
          : contract.provider
      }
      form={form}
      submitLabel="Guardar borrador"
      cancelHref={urlFor('provider-contracts.show', { id: contract.id })}
    >
      <FormTabs
        parts={parts}
        form={form}
        options={options}
        isAmendment={contract.parent !== null}
        files={<FilesPart contract={contract} files={files} kinds={options.fileKinds} />}
      />
    </FormPage>
  )
}
