// The profiles' search parameters: the open profile.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const ProfilesSearch = z.object({ perfil: searchNumber(1) })
