{{/* The pod of a role. Takes (dict "root" $ "role" "api" "values" .Values.api). */}}
{{- define "mirabel.pod" -}}
metadata:
  labels:
    {{- include "mirabel.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- with .root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "mirabel.serviceAccount" .root }}
  automountServiceAccountToken: false
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  # The wait before SIGTERM, requests in flight (MB_SHUTDOWN_SECONDS) and a reserve.
  terminationGracePeriodSeconds: 40
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "mirabel.selector" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: mirabel
      image: "{{ .root.Values.image.repository }}:{{ default .root.Chart.AppVersion .root.Values.image.tag }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      envFrom:
        - secretRef:
            name: {{ .root.Values.existingSecret }}
      env:
        - name: MB_ROLE
          value: {{ .role }}
        - name: MB_INDEX_MEMORY_MB
          value: {{ .values.indexMemoryMb | quote }}
        {{- with .root.Values.redis.url }}
        - name: REDIS_URL
          value: {{ . | quote }}
        {{- end }}
        {{- with .root.Values.openSearch.urls }}
        - name: OPENSEARCH_URL
          value: {{ join "," . | quote }}
        {{- end }}
        {{- with .root.Values.openSearch.prefix }}
        - name: OPENSEARCH_PREFIX
          value: {{ . | quote }}
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      ports:
        - name: http
          containerPort: 3000
      # Migrations run before it listens: by one process, the others wait for it.
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 3
      lifecycle:
        preStop:
          # Until every node has heard that nothing more is to be sent here.
          exec: { command: [sleep, '5'] }
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      emptyDir: { sizeLimit: {{ .root.Values.dataVolumeSize }} }
    - name: tmp
      emptyDir: { sizeLimit: 256Mi }
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
