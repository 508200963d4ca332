export {
  neutralRequest,
  stepwardExpress,
  type ExpressMiddleware,
  type ExpressRequest,
} from './express-middleware.js';
export { requireAssurance, requireGrant } from './require-assurance.js';
