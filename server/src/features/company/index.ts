import { company as rows } from '@padron/contract/company'
import { answers, type Feature } from '../../feature.ts'
import { company } from './company.routes.ts'

export const companyFeature: Feature = {
  calls: () => [answers(rows, company)],
}
