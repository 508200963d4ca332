export {
  stepwardExpress,
  type ExpressMiddleware,
  type ExpressRequest,
} from './express-middleware.js';
export { requireAssurance } from './require-assurance.js';
