import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';

const models = {
  Cluster,
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
};

export function refusalOf(resource) {
  const Model = models[resource.kind];
  if (!Model) return `${resource.kind} has no schema here`;
  const model = new Model(resource);
  if (model.apiVersion !== resource.apiVersion) return `${resource.apiVersion} is not the version of the schema`;
  try {
    model.validate();
    return null;
  } catch (error) {
    return error.message;
  }
}
