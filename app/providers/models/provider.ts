import { ProviderSchema } from '#database/schema'
import type { providerWorkflow } from '#app/providers/workflows/provider_workflow'

export default class Provider extends ProviderSchema {
  declare status: keyof typeof providerWorkflow.states
  declare taxId: string | null
}
